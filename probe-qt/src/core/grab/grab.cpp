#include "grab.h"

#include "core/modules.h"
#include "core/python.h"
#include "core/roots.h"
#include "core/windowfacts.h"

#include <QtCore/QThread>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QWindow>

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Popups opened from popups; a bound only for applications that go in circles.
constexpr int kMaxNesting = 32;

bool isPopup(const WindowFacts& window)
{
    return window.kind == WindowKind::Popup || window.kind == WindowKind::ToolTip;
}

} // namespace

Grab::Grab(std::shared_ptr<Call> call, const GrabParams& params, ObjectTable& objects, const Modules& modules)
    : Task(std::move(call)), m_params(params), m_objects(objects), m_modules(modules), m_classes(modules, Detail::Core),
      m_secrets(m_classes, modules), m_reader(m_classes, objects, modules, m_secrets, 0), m_masks(m_reader, m_secrets)
{
}

bool Grab::step()
{
    switch (m_stage) {
    case Stage::Start:
        if (const char* refusal = start()) {
            finish(refusal);
            return false;
        }
        m_secrets.searchEverywhere();
        m_stage = Stage::Secrets;
        return true;
    case Stage::Secrets:
        if (!m_secrets.step())
            m_stage = Stage::Masks;
        return true;
    case Stage::Masks:
        if (!m_masks.step())
            m_stage = Stage::Render;
        lookAtClock();
        return true;
    case Stage::Render:
        if (m_shots.empty()) {
            finish(m_params.handle && m_pictures.empty() ? "empty" : "ok");
            return false;
        }
        render(m_shots.front());
        lookAtClock();
        return true;
    case Stage::Done:
        break;
    }
    return false;
}

/// Decides what pictures to make; or returns why there will be none.
const char* Grab::start()
{
    m_windows = topLevelWindows(m_classes, m_modules);
    const auto isHidden = [this](QObject* window) { return !m_reader.isShown({window}); };
    m_windows.erase(std::remove_if(m_windows.begin(), m_windows.end(), isHidden), m_windows.end());
    if (m_params.handle == 0) {
        // Popups, too, by themselves: over their window is only what of them fits into it.
        for (QObject* window : m_windows)
            aimAt({window}, window);
        return nullptr;
    }
    const Entry* entry = m_objects.find(m_params.handle);
    if (!entry || !entry->isAlive() || entry->object->thread() != QThread::currentThread())
        return "gone";
    QObject* window = m_classes.of(entry->object).facts.toolkit ? windowOf(*entry) : nullptr;
    if (!m_reader.isShown(*entry) || std::find(m_windows.begin(), m_windows.end(), window) == m_windows.end())
        return "hidden";
    aimAt(*entry, window);
    return nullptr;
}

void Grab::aimAt(const Element& element, QObject* window)
{
    std::vector<std::pair<int, QObject*>> popups;
    for (QObject* other : m_windows) {
        if (const int depth = nesting(other, window))
            popups.emplace_back(depth, other);
    }
    std::stable_sort(popups.begin(), popups.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    Shot shot;
    shot.element = element;
    shot.layers.emplace_back(window);
    for (const auto& [depth, popup] : popups)
        shot.layers.emplace_back(popup);
    for (const auto& layer : shot.layers)
        m_masks.search(layer);
    m_shots.push_back(std::move(shot));
}

/// How many popups it takes from the window to this one; 0: it does not belong to the window.
int Grab::nesting(QObject* popup, const QObject* window)
{
    int depth = 0;
    for (QObject* at = popup; at && depth < kMaxNesting && isPopup(toolkitOf(at).window(at));) {
        at = unframed(toolkitOf(at).opener(at), m_modules);
        ++depth;
        if (at == window)
            return depth;
    }
    return 0;
}

QObject* Grab::windowOf(const Element& element)
{
    return unframed(toolkitOf(element.object).locate(element.object).window, m_modules);
}

QWindow* Grab::handleOf(QObject* window)
{
    const QWindowList handles = QGuiApplication::topLevelWindows();
    const auto found = std::find_if(
        handles.begin(), handles.end(), [&](QWindow* handle) { return unframed(handle, m_modules) == window; });
    return found == handles.end() ? nullptr : *found;
}

void Grab::render(Shot& shot)
{
    const QPointer<QObject> window = shot.layers.front();
    const QPointer<QObject> layer = shot.layers[shot.next++];
    if (shot.next == 1 && layer && m_reader.isShown({layer})) {
        shot.image = picture(layer, {}, shot);
        if (shot.element.isAlive())
            shot.area = visibleArea(shot.element);
    } else if (!shot.image.isNull() && window && layer && m_reader.isShown({layer})) {
        // Asked of Qt, which places popups by where it believes the window to be, also where it cannot know.
        const QWindow* below = handleOf(window);
        const QWindow* above = handleOf(layer);
        if (below && above) {
            const QPoint offset = above->mapToGlobal(QPoint()) - below->mapToGlobal(QPoint());
            const QImage image = picture(layer, offset, shot);
            QPainter(&shot.image).drawImage(offset, image);
        }
    }
    if (shot.next < shot.layers.size())
        return;
    if (!shot.image.isNull() && window)
        deliver(shot);
    m_shots.pop_front();
}

/// The window as it may be shown. `offset`: where it stands in the shot.
QImage Grab::picture(QObject* window, QPointF offset, Shot& shot)
{
    const QPointer<QObject> living(window);
    QImage image = renderAlone(window);
    if (image.isNull() || !living)
        return {};
    QPainter painter(&image);
    drawEmbedded(painter, window);
    painter.setClipping(false);
    for (const Element& element : m_masks.found()) {
        if (!living || !element.isAlive() || windowOf(element) != window)
            continue;
        const QRectF area = visibleArea(element).toAlignedRect();
        if (area.isEmpty())
            continue;
        painter.fillRect(area, Qt::black);
        shot.masked.push_back(area.translated(offset));
    }
    return image;
}

QImage Grab::renderAlone(QObject* window)
{
    try {
        const PythonErrors errors(hasPython());
        return toolkitOf(window).render(window);
    } catch (...) {
        // Painting is the application's code.
        return {};
    }
}

/// Windows of their own within the window, which it does not paint.
void Grab::drawEmbedded(QPainter& painter, QObject* window)
{
    std::vector<QPointer<QWindow>> embedded;
    for (QWindow* inner : QGuiApplication::allWindows()) {
        if (inner->parent() && inner->isVisible() && unframed(locateWindow(inner).window, m_modules) == window)
            embedded.emplace_back(inner);
    }
    for (const auto& inner : embedded) {
        const QImage image = inner ? renderAlone(inner) : QImage();
        if (image.isNull() || !inner)
            continue;
        painter.setClipRect(visibleAreaOf(inner));
        painter.drawImage(locateWindow(inner).base.map(QPointF()), image);
    }
}

/// Where a living element can be seen in its window.
QRectF Grab::visibleArea(const Element& element)
{
    const Toolkit& toolkit = toolkitOf(element.object);
    const QRectF area = toolkit.visibleArea(element.object, element.part != nullptr);
    if (!element.part)
        return area;
    const WindowFacts window;
    const QTransform base = toolkit.locate(element.object).base;
    const Bases ownerBases{base, base};
    Description owner;
    m_reader.describe({element.object}, m_classes.of(element.object), {ownerBases, window, 0}, false, owner);
    if (!element.isAlive())
        return {};
    Description part;
    m_reader.describe(element, m_reader.of(element), {owner.childBases, window, 0}, false, part);
    return area & part.row.rect;
}

void Grab::deliver(const Shot& shot)
{
    const double scale = shot.image.devicePixelRatio();
    const QRect part
        = QRectF(shot.area.topLeft() * scale, shot.area.size() * scale).toAlignedRect() & shot.image.rect();
    if (part.isEmpty())
        return;
    const QRectF seen(QPointF(part.topLeft()) / scale, QSizeF(part.size()) / scale);
    Picture picture;
    picture.window = m_objects.enter(shot.layers.front())->handle;
    picture.position = seen.topLeft();
    picture.size = part.size();
    picture.scale = scale;
    picture.masked = static_cast<int>(std::count_if(
        shot.masked.begin(), shot.masked.end(), [&](const QRectF& area) { return area.intersects(seen); }));
    const bool whole = part == shot.image.rect();
    call().send(
        std::make_unique<Pixels>(static_cast<quint32>(m_pictures.size()), whole ? shot.image : shot.image.copy(part)));
    m_pictures.push_back(picture);
}

void Grab::finish(const char* state)
{
    m_stage = Stage::Done;
    auto result = std::make_unique<GrabResult>();
    result->state = state;
    result->pictures = std::move(m_pictures);
    call().finish(std::move(result));
}

} // namespace deskprobe
