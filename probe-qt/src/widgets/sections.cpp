#include "parts.h"

#include "core/protocol.gen.h"

#include <QtCore/QPointer>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QWidget>

#include <algorithm>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// Places in PartType::properties.
enum SectionProperty { SectionText, SectionSortOrder, SectionToolTip };

const QHeaderView& asHeader(const QObject* owner)
{
    return *static_cast<const QHeaderView*>(owner);
}

QVariant headerData(const QHeaderView& header, int section, int role)
{
    const QAbstractItemModel* model = header.model();
    return isOurs(model) ? model->headerData(section, header.orientation(), role) : QVariant();
}

QString sectionText(const QHeaderView& header, int section)
{
    return headerData(header, section, Qt::DisplayRole).toString();
}

QRect sectionRect(const QHeaderView& header, int section)
{
    const int start = header.sectionViewportPosition(section);
    const int size = header.sectionSize(section);
    const QRect rect = header.orientation() == Qt::Horizontal ? QRect(start, 0, size, header.viewport()->height())
                                                              : QRect(0, start, header.viewport()->width(), size);
    return rect.translated(header.viewport()->pos());
}

/// A section of a header, which is another one once its text or their number has changed: which of those with one text
/// has gone cannot be known.
class Section final : public Part
{
public:
    Section(int index, int count, QString text) : m_index(index), m_count(count), m_text(std::move(text)) { }

    const PartType& type() const override
    {
        static const PartType type{"QHeaderSection", {}, {"text", "sortOrder", "toolTip"}, 3, true};
        return type;
    }
    bool isAlive(const QObject* owner) const override
    {
        return asHeader(owner).count() == m_count && sectionText(asHeader(owner), m_index) == m_text;
    }
    bool isShown(const QObject* owner) const override
    {
        const QHeaderView& header = asHeader(owner);
        return header.isVisible() && !header.isSectionHidden(m_index)
            && sectionRect(header, m_index).intersects(header.viewport()->geometry());
    }
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override
    {
        const QHeaderView& header = asHeader(owner);
        const bool isColumn = header.orientation() == Qt::Horizontal;
        row.role = isColumn ? Role::TableColumnHeader : Role::TableRowHeader;
        (isColumn ? row.more().column : row.more().row) = m_index;
        const QRect rect = sectionRect(header, m_index);
        const QRect seen = rect & header.viewport()->geometry();
        row.rect = base.mapRect(QRectF(seen.isEmpty() ? rect : seen));
        row.flag(FlagVisible, isShown(owner));
        row.flag(FlagEnabled, header.isEnabled());
        row.show(m_text);
        return base;
    }
    QVariant read(QObject* owner, int property) const override
    {
        const QHeaderView& header = asHeader(owner);
        switch (property) {
        case SectionText:
            return m_text;
        case SectionSortOrder:
            if (!header.isSortIndicatorShown() || header.sortIndicatorSection() != m_index)
                return {};
            return header.sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("AscendingOrder")
                                                                     : QStringLiteral("DescendingOrder");
        case SectionToolTip:
            return headerData(header, m_index, Qt::ToolTipRole);
        }
        return {};
    }
    std::size_t hash() const override { return qHash(m_text, static_cast<uint>(m_index)); }
    bool isSame(const Part& other) const override
    {
        const auto& section = static_cast<const Section&>(other);
        return section.m_index == m_index && section.m_count == m_count && section.m_text == m_text;
    }
    std::unique_ptr<Part> keep() const override { return std::make_unique<Section>(m_index, m_count, m_text); }

private:
    const int m_index;
    const int m_count;
    const QString m_text;
};

} // namespace

std::vector<int> shownSections(const QHeaderView& header, int extent)
{
    const bool isReversed = header.orientation() == Qt::Horizontal && header.isRightToLeft();
    std::vector<int> sections;
    for (int at = isReversed ? extent - 1 : 0; at >= 0 && at < extent;) {
        const int section = header.logicalIndexAt(at);
        if (section < 0)
            break;
        sections.push_back(section);
        const int start = header.sectionViewportPosition(section);
        at = isReversed ? std::min(at, start) - 1 : std::max(at + 1, start + header.sectionSize(section));
    }
    return sections;
}

void listSections(QHeaderView& header, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    const bool isColumn = header.orientation() == Qt::Horizontal;
    if ((isColumn ? filter.row : filter.column) >= 0)
        return;
    // There may be millions of row headers, and most are only numbers.
    const bool isAll = filter.scope == PartScope::All && (isColumn || filter.row >= 0);
    const int wanted = !isAll ? -1 : isColumn ? filter.column : filter.row;
    if (!isAll && !out.cursor && header.isVisible()) {
        const QSize size = header.viewport()->size();
        out.cursor = std::make_shared<std::vector<int>>(shownSections(header, isColumn ? size.width() : size.height()));
    }
    const auto* shown = static_cast<const std::vector<int>*>(out.cursor.get());
    if (!isAll && !shown)
        return;
    int& next = out.next;
    next = std::max(next, wanted);
    const int all = wanted < 0 ? header.count() : std::min(header.count(), wanted + 1);
    const int end = isAll ? all : static_cast<int>(shown->size());
    const QPointer<QHeaderView> living(&header);
    const Portion portion(out);
    for (; next < end && living; ++next) {
        if (portion.isFull()) {
            out.isDone = false;
            return;
        }
        const int index = isAll ? next : (*shown)[static_cast<std::size_t>(next)];
        if (index >= header.count() || header.isSectionHidden(index))
            continue;
        auto section = std::make_shared<Section>(index, header.count(), sectionText(header, index));
        if (!living)
            return;
        const bool isShown = section->isShown(&header);
        addPart(&header, std::move(section), isShown, out);
    }
}

} // namespace deskprobe
