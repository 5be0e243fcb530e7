#include "capture.h"

#include "modules.h"
#include "protocol.gen.h"
#include "python.h"
#include "serialize.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

constexpr std::chrono::milliseconds kSlice{3};
/// Looking at the clock costs as much as some steps do.
constexpr unsigned kStepsPerLook = 4;
/// Batches to hold back before the search for secrets is made at once.
constexpr std::size_t kMaxHeld = 256;

bool isOwnText(const QByteArray& property)
{
    return property == "text" || property == "displayText" || property == "selectedText";
}

} // namespace

Capture::Capture(std::shared_ptr<Call> call, ObjectTable& objects, const Modules& modules)
    : m_call(std::move(call)), m_params(m_call->request().capture), m_objects(objects), m_modules(modules),
      m_classes(modules, m_params.detail), m_secrets(m_classes, objects),
      m_reader(m_classes, objects, modules, m_params.propDepth), m_unpromised(m_params.maxNodes)
{
}

void Capture::slice()
{
    const auto began = Clock::now();
    if (m_slices++ == 0)
        m_began = began;
    if (!m_walked && began - m_began >= std::chrono::milliseconds(m_params.maxMs)) {
        m_cutTime = true;
        endWalk();
    }
    bool more = true;
    while (more && m_call->hasRoom() && m_call->wanted()) {
        more = step();
        if (++m_steps % kStepsPerLook == 0 && Clock::now() - began >= kSlice)
            break;
    }
    const auto used = Clock::now() - began;
    m_used += used;
    m_longest = std::max(m_longest, used);
    if (!more)
        finish();
}

bool Capture::step()
{
    switch (m_stage) {
    case Stage::Roots:
        start();
        return true;
    case Stage::Search:
        if (!m_secrets.step()) {
            m_secretsKnown = true;
            m_stage = Stage::Send;
        }
        return true;
    case Stage::Send:
        if (!m_held.empty()) {
            m_held.front()->secrets = m_secrets.list();
            m_call->send(std::move(m_held.front()));
            m_held.pop_front();
            return true;
        }
        m_stage = Stage::Walk;
        return !m_walked;
    case Stage::Walk:
        if (m_reading.entry)
            read();
        else if (!visit())
            endWalk();
        else if (m_held.size() >= kMaxHeld)
            searchEverywhere();
        return true;
    }
    return false;
}

void Capture::start()
{
    m_roots = findRoots(m_params, m_classes, m_objects, m_modules);
    m_unpromised -= m_roots.roots.size();
    m_cutNodes = m_roots.isCut;
    m_batch = std::make_unique<Batch>(m_memory);
    m_batch->first = true;
    m_batch->windows = m_roots.windows;
    if (m_params.detail == Detail::Full)
        return searchEverywhere();
    for (Entry* window : m_roots.leftOut)
        m_secrets.search(window);
    m_stage = Stage::Walk;
}

void Capture::endWalk()
{
    closeBatch();
    m_walked = true;
    if (m_cutTime && !m_secretsKnown)
        searchEverywhere();
    else
        m_stage = m_secretsKnown ? Stage::Send : Stage::Search;
}

void Capture::searchEverywhere()
{
    for (QObject* window : topLevelWindows(m_classes, m_modules))
        m_secrets.search(m_objects.enter(window));
    m_stage = Stage::Search;
}

bool Capture::visit()
{
    while (m_depth > 0 && m_levels[m_depth - 1].next == m_levels[m_depth - 1].nodes.size())
        --m_depth;
    if (m_depth > 0) {
        Level& level = m_levels[m_depth - 1];
        const Node node = level.nodes[level.next++];
        describe(node.entry, node.place, level.parent, level.base);
        return true;
    }
    if (m_nextRoot == m_roots.roots.size())
        return false;
    m_window = &m_roots.windows[m_roots.isSubtree ? 0 : m_nextRoot];
    describe(m_roots.roots[m_nextRoot], static_cast<int>(m_nextRoot), 0, m_roots.base);
    ++m_nextRoot;
    return true;
}

void Capture::describe(Entry* entry, int place, quint64 parent, const QTransform& base)
{
    QObject* object = entry->object;
    if (!object)
        return;
    Class& type = m_classes.of(object);
    const Toolkit* toolkit = type.facts.toolkit;
    if (!toolkit || !m_seen.insert(entry->handle))
        return;
    // It may have been hidden since its parent was looked at.
    if (!m_params.includeHidden && !toolkit->isShown(object))
        return searchLater(entry);
    Reading& reading = m_reading;
    reading.row = Row();
    Row& row = reading.row;
    row.handle = entry->handle;
    row.parent = parent;
    row.window = m_window->handle;
    row.objectName = object->objectName();
    row.z = place;
    reading.type = &type;
    reading.next = 0;
    reading.isSecret = false;
    reading.childBase = base;
    describeBy(*toolkit, entry, base);
    if (row.text.size() > protocol::kTextUnits && (!row.extra || row.extra->cut.empty()))
        row.more().cut.emplace_back(QStringLiteral("text"), row.text.size());
    row.global
        = m_window->onScreen ? m_window->area.topLeft() + row.rect.topLeft() * m_window->dpr : row.rect.topLeft();
    row.hasValues = m_params.detail != Detail::Core;
    row.firstValue = static_cast<quint32>(m_batch->values.size());
    reading.listing.start();
    reading.nodes.clear();
    reading.entry = entry;
}

void Capture::describeBy(const Toolkit& toolkit, Entry* entry, const QTransform& base)
{
    Reading& reading = m_reading;
    const ClassFacts& facts = reading.type->facts;
    QString text;
    try {
        const PythonErrors errors(reading.type->isPython);
        reading.isSecret = toolkit.isSecret(entry->object, facts, &text);
        if (entry->object)
            reading.childBase = toolkit.describe(entry->object, facts, base, reading.row);
    } catch (...) {
        // Code of the application that was called for one fact: the row goes without it.
    }
    if (!reading.isSecret)
        return;
    reading.secret = Secrets::secret(text);
    m_secrets.add(text);
    reading.row.flag(protocol::FlagPassword, true);
    reading.row.hasText = false;
}

void Capture::read()
{
    Reading& reading = m_reading;
    QObject* object = reading.entry->object;
    if (!object)
        drop();
    else if (reading.next < reading.type->listed.size())
        readProperty(object, reading.type->listed[reading.next++]);
    else if (!reading.listing.isDone)
        listChildren(object);
    else
        finishRow();
}

/// The element has gone while it was being read.
void Capture::drop()
{
    m_batch->values.resize(m_reading.row.firstValue);
    m_reading.entry = nullptr;
    for (const Node& node : m_reading.nodes)
        searchLater(node.entry);
}

void Capture::readProperty(QObject* object, const Property& property)
{
    Reading& reading = m_reading;
    qint64 full = 0;
    Value value = m_reader.readElement(object, reading.type->facts, property, &full);
    if (property.reader == Reader::Variant && reading.entry->object) {
        const QString error = reading.type->facts.toolkit->takeError(object);
        if (!error.isEmpty())
            value = ReadError{error};
    }
    if (reading.isSecret && (isOwnText(property.name) || reveals(value, reading.secret)))
        value = Masked();
    else if (const auto* text = std::get_if<QString>(&value); text && !full && text->size() > protocol::kTextUnits)
        full = text->size();
    if (full)
        reading.row.more().cut.emplace_back(QString::fromUtf8(property.name), full);
    m_batch->values.push_back(std::move(value));
}

void Capture::listChildren(QObject* object)
{
    Reading& reading = m_reading;
    listPortion(object, reading.type->facts, reading.listing);
    for (const Child& child : reading.listing.children) {
        Entry* entry = m_objects.enter(child.object);
        if (child.isShown || m_params.includeHidden)
            reading.nodes.push_back({entry, child.place});
        else
            searchLater(entry);
    }
    if (reading.listing.isDone && m_params.detail == Detail::Full) {
        auto dynamic = m_reader.dynamic(object);
        if (!dynamic.empty())
            reading.row.more().dynamic = std::move(dynamic);
    }
}

void Capture::searchLater(Entry* entry)
{
    if (!m_secretsKnown)
        m_secrets.search(entry);
}

void Capture::finishRow()
{
    Reading& reading = m_reading;
    reading.entry = nullptr;
    Row& row = reading.row;
    const bool deepest = m_params.maxDepth >= 0 && m_depth >= static_cast<std::size_t>(m_params.maxDepth);
    const auto count = static_cast<quint64>(reading.nodes.size());
    const quint64 promised = deepest ? 0 : std::min(count, m_unpromised);
    m_unpromised -= promised;
    row.omitted = static_cast<quint32>(count - promised);
    if (row.omitted)
        (deepest ? m_cutDepth : m_cutNodes) = true;
    for (std::size_t i = promised; i < count; ++i)
        searchLater(reading.nodes[i].entry);
    reading.nodes.resize(promised);

    announce(*reading.type);
    row.classIndex = *reading.type->index;
    row.valueCount = static_cast<quint32>(m_batch->values.size()) - row.firstValue;
    const quint64 handle = row.handle;
    m_batch->rows.push_back(std::move(row));
    ++m_rows;
    if (promised)
        descend(handle, reading.childBase);
    if (m_batch->rows.size() == protocol::kBatchRows)
        closeBatch();
}

void Capture::descend(quint64 parent, const QTransform& base)
{
    if (m_levels.size() == m_depth)
        m_levels.emplace_back();
    Level& level = m_levels[m_depth++];
    level.nodes.swap(m_reading.nodes);
    level.next = 0;
    level.parent = parent;
    level.base = base;
}

void Capture::announce(Class& type)
{
    if (type.index)
        return;
    type.index = m_announced++;
    m_batch->classes.push_back(type.header);
}

void Capture::closeBatch()
{
    if (m_batch->rows.empty() && !m_batch->first)
        return;
    const std::size_t values = m_batch->values.size();
    m_held.push_back(std::move(m_batch));
    m_batch = std::make_unique<Batch>(m_memory);
    m_batch->rows.reserve(protocol::kBatchRows);
    m_batch->values.reserve(values);
    if (m_secretsKnown)
        m_stage = Stage::Send;
}

void Capture::finish()
{
    m_finished = true;
    CaptureResult result;
    result.rootFound = m_roots.isFound;
    result.cutDepth = m_cutDepth;
    result.cutNodes = m_cutNodes;
    result.cutTime = m_cutTime;
    result.nodes = m_rows;
    result.slices = m_slices;
    const auto microseconds
        = [](Clock::duration time) { return std::chrono::duration_cast<std::chrono::microseconds>(time).count(); };
    result.guiUs = microseconds(m_used);
    result.longestSliceUs = microseconds(m_longest);
    m_call->finish(std::make_unique<CaptureResult>(result));
}

} // namespace deskprobe
