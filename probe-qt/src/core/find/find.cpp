#include "find.h"

#include "core/modules.h"

#include <algorithm>
#include <utility>

namespace deskprobe
{
namespace
{

constexpr std::size_t kMaxNear = 5;

} // namespace

Find::Find(std::shared_ptr<Call> call, const FindParams& params, ObjectTable& objects, const Modules& modules)
    : Task(std::move(call)), m_params(params), m_objects(objects), m_modules(modules),
      m_classes(modules, params.detail), m_secrets(m_classes, modules),
      m_reader(m_classes, objects, modules, m_secrets, 0)
{
    for (const Criteria& criteria : params.steps)
        m_steps.emplace_back(criteria, m_secrets);
}

bool Find::step()
{
    switch (m_stage) {
    case Stage::Start:
        start();
        break;
    case Stage::Walk:
        walk();
        break;
    case Stage::Search:
        if (!m_secrets.step())
            m_stage = Stage::Verify;
        break;
    case Stage::Verify:
        verify();
        break;
    case Stage::Tell:
        tell();
        break;
    case Stage::Finished:
        break;
    }
    return m_stage != Stage::Finished;
}

void Find::start()
{
    for (const Matcher& step : m_steps) {
        if (!step.complaint().isEmpty()) {
            m_stage = Stage::Finished;
            return call().fail(protocol::kErrorBadRequest, step.complaint().toUtf8().constData());
        }
    }
    beginPass(Pass::Shown);
    m_result.windows = m_roots.windows.size();
    if (!m_result.rootFound)
        finish();
}

void Find::beginPass(Pass pass)
{
    m_pass = pass;
    m_stage = Stage::Walk;
    SearchScope scope;
    scope.hidden = m_params.includeHidden || pass == Pass::Near;
    scope.items = pass == Pass::Shown ? m_steps.back().isItem() : m_steps.back().mayBeItem();
    scope.depth = m_params.depth;
    m_roots = findRoots(m_params.root, scope.hidden, m_reader, m_classes, m_objects, m_modules);
    const auto isAsked
        = [this](const WindowFacts& window) { return m_params.window == 0 || window.handle == m_params.window; };
    if (pass == Pass::Shown)
        m_result.rootFound = m_roots.isFound && std::any_of(m_roots.windows.begin(), m_roots.windows.end(), isAsked);
    m_roots.keep(
        [&](const WindowFacts& window) { return isAsked(window) && (pass == Pass::Near || !windowMiss(window)); });
    if (m_roots.isSubtree && !m_roots.roots.empty())
        scope.below = goAbove();
    if (pass == Pass::Shown) {
        scope.secrets = &m_secrets;
        for (const Element& window : m_roots.leftOut)
            m_secrets.search(window);
    }
    m_batches.windows(m_roots.windows);
    m_walk.emplace(m_roots, std::move(scope), m_steps, m_reader, [this](const Visit& visit) { consider(visit); });
}

std::optional<Element> Find::goAbove()
{
    const Element window = *m_objects.find(m_roots.windows.front().handle);
    Element& root = m_roots.roots.front();
    m_roots.isSubtree = !root.isSame(window) && m_steps.size() == 1;
    if (m_roots.isSubtree || root.isSame(window))
        return {};
    return std::exchange(root, window);
}

void Find::walk()
{
    const bool isOver = isOverdue(m_params.maxMs);
    const bool isEnough = m_pass != Pass::Near && m_matches.size() == m_params.limit;
    if (!isOver && !isEnough && m_walk->step())
        return;
    m_walk->abandon();
    m_result.cutTime = m_result.cutTime || isOver;
    m_result.more = isEnough;
    m_result.cutDepth = m_result.cutDepth || m_walk->isCut();
    m_stage = Stage::Search;
}

void Find::consider(const Visit& visit)
{
    Subject& subject = visit.subject;
    // The reading of models and of properties is code of the application.
    if (subject.element().part || m_params.steps.back().properties)
        lookAtClock();
    if (m_pass == Pass::Near)
        return considerNear(visit);
    if (m_pass == Pass::Shown || visit.isBeyond)
        ++m_result.elements;
    if (visit.isReached && m_steps.back().meets(subject) && subject.element().isAlive())
        m_matches.push_back({subject.element(), visit.order, visit.window, m_walk->met(), nullptr, 0});
    if (visit.isBeyond)
        count(subject);
}

void Find::considerNear(const Visit& visit)
{
    const auto misses = m_steps.back().nearMisses(visit.subject);
    if (!misses || !visit.subject.element().isAlive())
        return;
    std::vector<const char*> differs;
    int distance = 0;
    for (const Matcher::Miss& miss : *misses) {
        differs.push_back(miss.criterion);
        distance = miss.distance;
    }
    if (!visit.isReached)
        differs.push_back("ancestor");
    if (visit.isHidden && !m_params.includeHidden)
        differs.push_back("include_hidden");
    if (const char* miss = windowMiss(m_roots.windows[visit.window]))
        differs.push_back(miss);
    if (differs.size() == 1)
        offer({visit.subject.element(), visit.order, visit.window, {}, differs.front(), distance});
}

void Find::offer(Match match)
{
    const auto after = std::upper_bound(m_matches.begin(), m_matches.end(), match,
        [](const Match& one, const Match& other) { return one.distance < other.distance; });
    m_matches.insert(after, std::move(match));
    if (m_matches.size() > kMaxNear)
        m_matches.pop_back();
}

void Find::count(Subject& subject)
{
    if (!subject.isDescribed() || !subject.row().extra)
        return;
    const Extra& extra = *subject.row().extra;
    const std::pair<int, int> item(extra.row.value_or(-1), extra.level.value_or(-1));
    if (item != m_lastItem)
        ++m_result.modelRows;
    m_lastItem = item;
}

void Find::verify()
{
    if (m_pass == Pass::Shown && m_secrets.list() && m_next < m_matches.size()) {
        if (isStillMet(m_matches[m_next]))
            ++m_next;
        else
            m_matches.erase(m_matches.begin() + static_cast<long>(m_next));
    } else {
        m_next = 0;
        decide();
    }
}

bool Find::isStillMet(const Match& match)
{
    return !windowMiss(m_roots.windows[match.window]) && isMet(match.element, m_steps.size() - 1, match.window)
        && std::all_of(match.met.begin(), match.met.end(),
            [&](const SearchWalk::Met& met) { return isMet(met.element, met.step, match.window); });
}

bool Find::isMet(const Element& element, std::size_t step, std::size_t window)
{
    if (!element.isAlive())
        return false;
    Subject subject(m_reader, element, m_reader.of(element), isTop(element, window));
    return m_steps[step].meets(subject);
}

void Find::decide()
{
    if (!m_matches.empty() || m_pass == Pass::Near || m_result.cutTime)
        m_stage = Stage::Tell;
    else if (m_pass == Pass::Shown && m_walk->hasItems() && m_steps.back().mayBeItem() && !m_steps.back().isItem())
        beginPass(Pass::Items);
    else
        beginPass(Pass::Near);
}

void Find::tell()
{
    if (m_batches.held() > 0) {
        m_batches.send(call(), m_secrets);
    } else if (m_telling.entry) {
        read();
    } else if (m_next < m_matches.size()) {
        take(m_matches[m_next++]);
    } else {
        m_batches.close();
        if (m_batches.held() > 0)
            m_batches.send(call(), m_secrets);
        finish();
    }
}

void Find::take(const Match& match)
{
    const Element& element = match.element;
    if (!element.isAlive())
        return;
    // It may have been hidden since it was found. What a model holds need not be on the screen.
    const bool isItem = element.part && element.part->type().isItem;
    if (!match.differs && !m_params.includeHidden && !isItem && !m_reader.isShown(element))
        return;
    Entry* entry = m_objects.enter(element);
    // While they are listed, elements may move and be met again.
    if (!m_told.insert(entry->handle))
        return;
    const WindowFacts& facts = m_roots.windows[match.window];
    const bool isWindow = isTop(element, match.window);
    const Bases bases = isWindow ? Bases() : m_reader.basesOf(element, facts);
    if (!entry->isAlive())
        return;
    m_reader.describe(*entry, m_reader.of(*entry), {bases, facts, match.order}, isWindow, m_telling.description);
    m_telling.description.row.handle = entry->handle;
    m_telling.description.row.hasValues = m_params.detail != Detail::Core;
    m_telling.next = 0;
    m_telling.differs = match.differs;
    m_telling.entry = entry;
    lookAtClock();
}

void Find::read()
{
    Entry* entry = m_telling.entry;
    if (!entry->isAlive()) {
        m_batches.dropValues();
        m_telling.entry = nullptr;
        return;
    }
    Class& type = m_reader.of(*entry);
    if (m_telling.next < type.header->properties.size()) {
        lookAtClock();
        return m_batches.value(m_reader.property(*entry, type, m_telling.next++, m_telling.description));
    }
    if (m_telling.differs)
        m_result.near.push_back({entry->handle, m_telling.differs});
    else
        ++m_result.found;
    m_batches.row(std::move(m_telling.description.row), type);
    m_telling.entry = nullptr;
}

void Find::finish()
{
    m_stage = Stage::Finished;
    m_result.guiUs = guiUs();
    m_result.longestSliceUs = longestSliceUs();
    call().finish(std::make_unique<FindResult>(std::move(m_result)));
}

const char* Find::windowMiss(const WindowFacts& window) const
{
    const QString title = m_secrets.isRevealedBy(window.title) ? QString() : window.title;
    if (m_params.windowTitle && title != QString::fromStdString(*m_params.windowTitle))
        return "window_title";
    if (m_params.windowTitleContains
        && !title.contains(QString::fromStdString(*m_params.windowTitleContains), Qt::CaseInsensitive))
        return "window_title_contains";
    return nullptr;
}

bool Find::isTop(const Element& element, std::size_t window)
{
    const Entry* entry = m_objects.find(m_roots.windows[window].handle);
    return entry && entry->isSame(element);
}

} // namespace deskprobe
