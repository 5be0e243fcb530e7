#pragma once
#include "core/task.h"
#include "masks.h"
#include "pictures.h"

#include <deque>

namespace deskprobe
{

/// Makes pictures of windows: looks for what they must not show in slices, then renders one window a slice.
class Grab final : public Task
{
public:
    Grab(std::shared_ptr<Call> call, const GrabParams& params, ObjectTable& objects, const Modules& modules);

    bool isFinished() const override { return m_stage == Stage::Done; }

private:
    /// A picture in the making.
    struct Shot {
        /// What is wanted of the window, which may be itself.
        Element element;
        /// The window and the popups that stand over it, bottom to top.
        std::vector<QPointer<QObject>> layers;
        std::size_t next = 0;
        QImage image;
        /// In logical pixels of the window: where the element is, and what was painted over.
        QRectF area;
        std::vector<QRectF> masked;
    };

    bool step() override;
    const char* start();
    void aimAt(const Element& element, QObject* window);
    void render(Shot& shot);
    QImage picture(QObject* window, QPointF offset, Shot& shot);
    QImage renderAlone(QObject* window);
    void drawEmbedded(QPainter& painter, QObject* window);
    void deliver(const Shot& shot);
    void finish(const char* state);

    const Toolkit& toolkitOf(QObject* window) { return *m_classes.of(window).facts.toolkit; }
    QObject* windowOf(const Element& element);
    QWindow* handleOf(QObject* window);
    int nesting(QObject* popup, const QObject* window);
    QRectF visibleArea(const Element& element);

    const GrabParams& m_params;
    ObjectTable& m_objects;
    const Modules& m_modules;
    ClassCache m_classes;
    Secrets m_secrets;
    ElementReader m_reader;
    Masks m_masks;

    enum class Stage { Start, Secrets, Masks, Render, Done } m_stage = Stage::Start;
    /// Windows that are shown.
    std::vector<QObject*> m_windows;
    std::deque<Shot> m_shots;
    std::vector<Picture> m_pictures;
};

} // namespace deskprobe
