#include "batches.h"

#include "protocol.gen.h"

namespace deskprobe
{

Batches::Batches() : m_batch(std::make_unique<Batch>(m_memory)) { }

void Batches::windows(const std::vector<WindowFacts>& windows)
{
    m_batch->first = true;
    m_batch->windows = windows;
}

void Batches::row(Row&& row, Class& type)
{
    if (!type.index) {
        type.index = m_announced++;
        m_batch->classes.push_back(type.header);
    }
    row.classIndex = *type.index;
    row.firstValue = static_cast<quint32>(m_firstValue);
    row.valueCount = static_cast<quint32>(m_batch->values.size() - m_firstValue);
    m_batch->rows.push_back(std::move(row));
    m_firstValue = m_batch->values.size();
    ++m_rows;
    if (m_batch->rows.size() == protocol::kBatchRows)
        close();
}

void Batches::close()
{
    if (m_batch->rows.empty() && !m_batch->first)
        return;
    const std::size_t values = m_batch->values.size();
    m_held.push_back(std::move(m_batch));
    m_batch = std::make_unique<Batch>(m_memory);
    m_batch->rows.reserve(protocol::kBatchRows);
    m_batch->values.reserve(values);
    m_firstValue = 0;
}

void Batches::send(Call& call, const Secrets& secrets)
{
    m_held.front()->secrets = secrets.list();
    call.send(std::move(m_held.front()));
    m_held.pop_front();
}

} // namespace deskprobe
