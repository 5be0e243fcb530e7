#include "capture.h"

#include "modules.h"
#include "protocol.gen.h"
#include "serialize.h"

#include <QtCore/QThread>

#include <algorithm>

namespace deskprobe
{
namespace
{

constexpr std::chrono::milliseconds kSlice{4};

/// Stacking order of windows as far as Qt knows it: popups above modal dialogs above the active window above others.
int stackingRank(const WindowFacts& window)
{
    if (window.kind == WindowKind::Popup || window.kind == WindowKind::ToolTip)
        return 3;
    if (window.modal)
        return 2;
    return window.active ? 1 : 0;
}

bool isOwnText(const QByteArray& property)
{
    return property == "text" || property == "displayText" || property == "selectedText";
}

} // namespace

Capture::Capture(std::shared_ptr<Call> call, ObjectTable& objects, const Modules& modules)
    : m_call(std::move(call)),
      m_params(m_call->request().capture),
      m_objects(objects),
      m_modules(modules),
      m_classes(modules, m_params.detail),
      m_secrets(m_classes, objects),
      m_reader(m_classes, objects, modules, m_params.propDepth),
      m_unpromised(m_params.maxNodes)
{
}

void Capture::slice()
{
    const auto began = Clock::now();
    if (m_slices++ == 0)
        m_began = began;
    m_sliceEnd = began + kSlice;
    bool more = true;
    if (began - m_began >= std::chrono::milliseconds(m_params.maxMs)) {
        m_cutTime = true;
        more = false;
    }
    while (more && m_call->hasRoom() && m_call->wanted()) {
        more = step();
        if (isOver())
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
        findRoots();
        m_stage = Stage::Secrets;
        return true;
    case Stage::Secrets:
        if (!m_secrets.step())
            m_stage = Stage::Walk;
        return true;
    case Stage::Walk:
        break;
    }
    if (m_reading.entry) {
        readProperty();
        return true;
    }
    return visit();
}

void Capture::findRoots()
{
    m_batch = std::make_unique<Batch>();
    m_batch->first = true;
    std::vector<QObject*> windows;
    std::vector<QObject*> found;
    for (const Toolkit* toolkit : m_modules.toolkits()) {
        found.clear();
        toolkit->windows(found);
        for (QObject* window : found) {
            if (window->thread() == QThread::currentThread() && m_classes.of(window).facts.toolkit == toolkit)
                windows.push_back(window);
        }
    }
    m_secrets.start(windows);
    if (m_params.root != 0) {
        m_rootFound = findSubtree(windows);
        if (m_rootFound)
            return;
    }
    std::vector<std::pair<Entry*, WindowFacts>> shown;
    for (QObject* window : windows) {
        const Toolkit& toolkit = *m_classes.of(window).facts.toolkit;
        if (!m_params.includeHidden && !toolkit.isShown(window))
            continue;
        Entry* entry = m_objects.enter(window);
        shown.emplace_back(entry, toolkit.window(window));
        shown.back().second.handle = entry->handle;
    }
    std::stable_sort(shown.begin(), shown.end(),
                     [](const auto& a, const auto& b) { return stackingRank(a.second) < stackingRank(b.second); });
    for (auto& [entry, facts] : shown) {
        if (m_unpromised == 0) {
            m_cutNodes = true;
            break;
        }
        --m_unpromised;
        m_roots.push_back({{entry, static_cast<int>(m_roots.size())}, m_windows.size(), {}});
        m_windows.push_back(std::move(facts));
    }
    m_batch->windows = m_windows;
}

bool Capture::findSubtree(const std::vector<QObject*>& windows)
{
    Entry* entry = m_objects.find(m_params.root);
    if (!entry || entry->object->thread() != QThread::currentThread())
        return false;
    QObject* object = entry->object;
    const Toolkit* toolkit = m_classes.of(object).facts.toolkit;
    if (!toolkit || (!m_params.includeHidden && !toolkit->isShown(object)))
        return false;
    const Location location = toolkit->locate(object);
    QObject* window = location.window;
    for (const Toolkit* other : m_modules.toolkits()) {
        if (QObject* framed = window ? other->framedBy(window) : nullptr)
            window = framed;
    }
    if (std::find(windows.begin(), windows.end(), window) == windows.end())
        return false;
    const Toolkit& owner = *m_classes.of(window).facts.toolkit;
    if (!m_params.includeHidden && !owner.isShown(window))
        return false;
    m_windows.push_back(owner.window(window));
    m_windows.back().handle = m_objects.enter(window)->handle;
    m_batch->windows = m_windows;
    m_roots.push_back({{entry, 0}, 0, location.base});
    --m_unpromised;
    return true;
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
    if (m_nextRoot == m_roots.size())
        return false;
    const Root& root = m_roots[m_nextRoot++];
    m_window = &m_windows[root.window];
    describe(root.node.entry, root.node.place, 0, root.base);
    return true;
}

void Capture::describe(Entry* entry, int place, quint64 parent, QPointF base)
{
    QObject* object = entry->object;
    if (!object)
        return;
    Class& type = m_classes.of(object);
    const Toolkit* toolkit = type.facts.toolkit;
    // It may have been hidden since its parent was looked at.
    if (!toolkit || (!m_params.includeHidden && !toolkit->isShown(object)) || !m_seen.insert(entry->handle))
        return;
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
    QString text;
    reading.isSecret = toolkit->isSecret(object, type.facts, &text);
    reading.childBase = toolkit->describe(object, type.facts, base, row);
    if (reading.isSecret) {
        reading.secret = Secrets::secret(text);
        m_secrets.add(text);
        row.flag(protocol::FlagPassword, true);
        row.hasText = false;
    }
    if (row.text.size() > protocol::kTextUnits && (!row.extra || row.extra->cut.empty()))
        row.more().cut.emplace_back(QStringLiteral("text"), row.text.size());
    row.global = m_window->onScreen ? m_window->area.topLeft() + row.rect.topLeft() * m_window->dpr : row.rect.topLeft();
    row.hasValues = m_params.detail != Detail::Core;
    row.firstValue = static_cast<quint32>(m_batch->values.size());
    reading.entry = entry;
    if (!row.hasValues)
        finishRow();
}

void Capture::readProperty()
{
    Reading& reading = m_reading;
    QObject* object = reading.entry->object;
    if (!object) {
        m_batch->values.resize(reading.row.firstValue);
        reading.entry = nullptr;
        return;
    }
    if (reading.next == reading.type->listed.size()) {
        if (m_params.detail == Detail::Full) {
            auto dynamic = m_reader.dynamic(object);
            if (!dynamic.empty())
                reading.row.more().dynamic = std::move(dynamic);
        }
        finishRow();
        return;
    }
    const Property& property = reading.type->listed[reading.next++];
    qint64 full = 0;
    Value value = m_reader.readElement(object, reading.type->facts, property, &full);
    if (reading.isSecret && (isOwnText(property.name) || reveals(value, reading.secret)))
        value = Masked();
    else if (const auto* text = std::get_if<QString>(&value); text && !full && text->size() > protocol::kTextUnits)
        full = text->size();
    if (full)
        reading.row.more().cut.emplace_back(QString::fromUtf8(property.name), full);
    m_batch->values.push_back(std::move(value));
}

void Capture::finishRow()
{
    Reading& reading = m_reading;
    QObject* object = reading.entry->object;
    reading.entry = nullptr;
    if (!object) {
        m_batch->values.resize(reading.row.firstValue);
        return;
    }
    Row& row = reading.row;
    m_children.clear();
    listChildren(object, reading.type->facts);
    const bool deepest = m_params.maxDepth >= 0 && m_depth >= static_cast<std::size_t>(m_params.maxDepth);
    const auto count = static_cast<quint64>(m_children.size());
    const quint64 promised = deepest ? 0 : std::min(count, m_unpromised);
    m_unpromised -= promised;
    row.omitted = static_cast<quint32>(count - promised);
    if (row.omitted)
        (deepest ? m_cutDepth : m_cutNodes) = true;
    m_children.resize(promised);

    announce(*reading.type);
    row.classIndex = *reading.type->index;
    row.valueCount = static_cast<quint32>(m_batch->values.size()) - row.firstValue;
    const quint64 handle = row.handle;
    m_batch->rows.push_back(std::move(row));
    ++m_rows;
    if (promised)
        descend(handle, reading.childBase);
    if (m_batch->rows.size() == protocol::kBatchRows)
        flush();
}

void Capture::listChildren(QObject* object, const ClassFacts& facts)
{
    facts.toolkit->children(object, facts, m_params.includeHidden, m_children);
    if (facts.guest)
        facts.guest->guests(object, m_params.includeHidden, m_children);
}

void Capture::descend(quint64 parent, QPointF base)
{
    if (m_levels.size() == m_depth)
        m_levels.emplace_back();
    Level& level = m_levels[m_depth++];
    level.nodes.clear();
    level.next = 0;
    level.parent = parent;
    level.base = base;
    for (const Child& child : m_children)
        level.nodes.push_back({m_objects.enter(child.object), child.place});
}

void Capture::announce(Class& type)
{
    if (type.index)
        return;
    type.index = m_announced++;
    m_batch->classes.push_back(type.header);
}

void Capture::flush()
{
    if (m_batch->rows.empty() && !m_batch->first)
        return;
    m_batch->secrets = m_secrets.list();
    const std::size_t values = m_batch->values.size();
    m_call->send(std::move(m_batch));
    m_batch = std::make_unique<Batch>();
    m_batch->rows.reserve(protocol::kBatchRows);
    m_batch->values.reserve(values);
}

void Capture::finish()
{
    m_finished = true;
    if (!m_batch)
        findRoots();
    flush();
    CaptureResult result;
    result.rootFound = m_rootFound;
    result.cutDepth = m_cutDepth;
    result.cutNodes = m_cutNodes;
    result.cutTime = m_cutTime;
    result.nodes = m_rows;
    result.slices = m_slices;
    const auto microseconds = [](Clock::duration time) {
        return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    };
    result.guiUs = microseconds(m_used);
    result.longestSliceUs = microseconds(m_longest);
    m_call->finish(std::make_unique<CaptureResult>(result));
}

} // namespace deskprobe
