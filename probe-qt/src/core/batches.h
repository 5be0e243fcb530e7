#pragma once
#include "classes.h"
#include "secrets.h"

#include <deque>

namespace deskprobe
{

/// Puts the rows of one task into batches and holds these back until they may be sent. GUI thread only.
class Batches
{
public:
    Batches();

    /// Before the first row.
    void windows(const std::vector<WindowFacts>& windows);
    /// Of the row that comes next, one by one.
    void value(Value value) { m_batch->values.push_back(std::move(value)); }
    /// There will be no such row after all.
    void dropValues() { m_batch->values.resize(m_firstValue); }
    void row(Row&& row, Class& type);
    /// The rows so far are to be sent as they are.
    void close();

    quint64 rows() const { return m_rows; }
    std::size_t held() const { return m_held.size(); }
    /// Sends the first of those held back, which must not show the secrets.
    void send(Call& call, const Secrets& secrets);

private:
    const std::shared_ptr<BatchMemory> m_memory = std::make_shared<BatchMemory>();
    std::unique_ptr<Batch> m_batch;
    std::deque<std::unique_ptr<Batch>> m_held;
    std::size_t m_firstValue = 0;
    quint32 m_announced = 0;
    quint64 m_rows = 0;
};

} // namespace deskprobe
