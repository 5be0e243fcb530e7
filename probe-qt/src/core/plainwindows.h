#pragma once
#include "toolkit.h"

namespace deskprobe
{

/// Windows that no UI library draws: bare QWindow and its kin. They have no children that we know of.
class PlainWindows final : public Toolkit
{
public:
    bool claim(ClassFacts& facts) const override;
    void windows(std::vector<QObject*>& out) const override;
    WindowFacts window(QObject* window) const override;
    bool isShown(QObject* element) const override;
    Location locate(QObject* element) const override;
    QTransform describe(QObject* element, const ClassFacts& facts, const QTransform& base, Row& row) const override;
    QRectF visibleArea(QObject* element, bool ofParts) const override;
    QImage render(QObject* window) const override;
    QObject* opener(QObject* window) const override;
    void children(QObject* element, Listing& out) const override;
};

} // namespace deskprobe
