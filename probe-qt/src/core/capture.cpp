#include "capture.h"

#include "modules.h"
#include "serialize.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Batches to hold back before the search for secrets is made at once.
constexpr std::size_t kMaxHeld = 256;

} // namespace

Capture::Capture(std::shared_ptr<Call> call, const CaptureParams& params, ObjectTable& objects, const Modules& modules)
    : Task(std::move(call)), m_params(params), m_objects(objects), m_modules(modules),
      m_classes(modules, m_params.detail), m_secrets(m_classes, modules),
      m_reader(m_classes, objects, modules, m_secrets, m_params.propDepth), m_unpromised(m_params.maxNodes)
{
}

bool Capture::step()
{
    if (!m_walked && isOverdue(m_params.maxMs)) {
        m_cutTime = true;
        endWalk();
    }
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
        if (m_batches.held() > 0) {
            m_batches.send(call(), m_secrets);
            return true;
        }
        m_stage = Stage::Walk;
        if (m_walked)
            finish();
        return !m_walked;
    case Stage::Walk:
        if (m_reading.entry)
            read();
        else if (!visit())
            endWalk();
        else if (m_secretsKnown && m_batches.held() > 0)
            m_stage = Stage::Send;
        else if (m_batches.held() >= kMaxHeld)
            searchEverywhere();
        return true;
    }
    return false;
}

void Capture::start()
{
    m_roots = findRoots(m_params.root, m_params.includeHidden, m_reader, m_classes, m_objects, m_modules);
    if (m_roots.roots.size() > m_params.maxNodes) {
        m_cutNodes = true;
        m_roots.cut(m_params.maxNodes);
    }
    m_unpromised -= m_roots.roots.size();
    m_batches.windows(m_roots.windows);
    if (m_params.detail == Detail::Full)
        return searchEverywhere();
    for (const Element& window : m_roots.leftOut)
        m_secrets.search(window);
    m_stage = Stage::Walk;
}

void Capture::endWalk()
{
    m_batches.close();
    m_walked = true;
    if (m_cutTime && !m_secretsKnown)
        searchEverywhere();
    else
        m_stage = m_secretsKnown ? Stage::Send : Stage::Search;
}

void Capture::searchEverywhere()
{
    m_secrets.searchEverywhere();
    m_stage = Stage::Search;
}

bool Capture::visit()
{
    while (m_depth > 0 && m_levels[m_depth - 1].next == m_levels[m_depth - 1].nodes.size())
        --m_depth;
    if (m_depth > 0) {
        Level& level = m_levels[m_depth - 1];
        describe(level.nodes[level.next++], level.parent, level.bases);
        return true;
    }
    if (m_nextRoot == m_roots.roots.size())
        return false;
    m_window = &m_roots.windows[m_roots.isSubtree ? 0 : m_nextRoot];
    describe({m_objects.enter(m_roots.roots[m_nextRoot]), static_cast<int>(m_nextRoot)}, 0, m_roots.bases);
    ++m_nextRoot;
    return true;
}

void Capture::describe(const Node& node, quint64 parent, const Bases& bases)
{
    Entry* entry = node.entry;
    if (!entry->isAlive() || !m_seen.insert(entry->handle))
        return;
    // It may have been hidden since its parent was looked at.
    if (!m_params.includeHidden && !m_reader.isShown(*entry))
        return searchLater(entry);
    Class& type = m_reader.of(*entry);
    if (!entry->part && !type.facts.toolkit)
        return;
    Reading& reading = m_reading;
    const bool isTop = entry->handle == m_window->handle;
    m_reader.describe(*entry, type, {bases, *m_window, node.place}, isTop, reading.description);
    Row& row = reading.description.row;
    row.handle = entry->handle;
    row.parent = parent;
    row.hasValues = m_params.detail != Detail::Core;
    reading.type = &type;
    reading.next = 0;
    reading.listing.start();
    reading.nodes.clear();
    reading.entry = entry;
    if (entry->part)
        lookAtClock();
}

void Capture::read()
{
    Reading& reading = m_reading;
    if (!reading.entry->isAlive())
        drop();
    else if (reading.next < reading.type->header->properties.size())
        m_batches.value(m_reader.property(*reading.entry, *reading.type, reading.next++, reading.description));
    else if (!reading.listing.isDone)
        listChildren();
    else
        finishRow();
}

/// The element has gone while it was being read.
void Capture::drop()
{
    m_batches.dropValues();
    m_reading.entry = nullptr;
    for (const Node& node : m_reading.nodes)
        searchLater(node.entry);
}

void Capture::listChildren()
{
    Reading& reading = m_reading;
    const PartFilter filter{m_params.includeHidden ? PartScope::Hidden : PartScope::Shown};
    m_reader.children(*reading.entry, filter, reading.listing);
    for (Child& child : reading.listing.children) {
        Entry* entry = m_objects.enter(Element{child.object, std::move(child.part)});
        if (child.isShown || m_params.includeHidden)
            reading.nodes.push_back({entry, child.place});
        else
            searchLater(entry);
    }
    if (reading.listing.isDone && m_params.detail == Detail::Full && !reading.entry->part) {
        auto dynamic = m_reader.dynamicProperties(reading.entry->object);
        if (!dynamic.empty())
            reading.description.row.more().dynamic = std::move(dynamic);
    }
}

void Capture::searchLater(const Entry* entry)
{
    if (!m_secretsKnown)
        m_secrets.search(*entry);
}

void Capture::finishRow()
{
    Reading& reading = m_reading;
    reading.entry = nullptr;
    Row& row = reading.description.row;
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

    const quint64 handle = row.handle;
    m_batches.row(std::move(row), *reading.type);
    if (promised)
        descend(handle);
}

void Capture::descend(quint64 parent)
{
    if (m_levels.size() == m_depth)
        m_levels.emplace_back();
    Level& level = m_levels[m_depth++];
    level.nodes.swap(m_reading.nodes);
    level.next = 0;
    level.parent = parent;
    level.bases = m_reading.description.childBases;
}

void Capture::finish()
{
    m_finished = true;
    CaptureResult result;
    result.rootFound = m_roots.isFound;
    result.cutDepth = m_cutDepth;
    result.cutNodes = m_cutNodes;
    result.cutTime = m_cutTime;
    result.nodes = m_batches.rows();
    result.slices = slices();
    result.guiUs = guiUs();
    result.longestSliceUs = longestSliceUs();
    call().finish(std::make_unique<CaptureResult>(result));
}

} // namespace deskprobe
