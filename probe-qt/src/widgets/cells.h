#pragma once
#include "parts.h"

#include <QtCore/QPersistentModelIndex>

namespace deskprobe
{

/// A place in a model: a cell of a view, or an entry of a combo box.
class ModelPart : public Part
{
public:
    explicit ModelPart(const QModelIndex& index) : m_index(index) { }

    const PartType& type() const override;
    QVariant read(QObject* owner, int property) const override;
    int writableType(QObject* owner, int property) const override;
    bool write(QObject* owner, int property, const QVariant& value) const override;
    std::size_t hash() const override { return qHash(m_index); }
    bool isSame(const Part& other) const override { return static_cast<const ModelPart&>(other).m_index == m_index; }

protected:
    /// What the owner makes of the value that the model has for it to show.
    virtual QString shown(const QObject* owner, const QVariant& value) const = 0;
    virtual bool isSelected(const QObject* owner) const = 0;
    void describeItem(Row& row) const;
    void describeText(const QObject* owner, Row& row) const;

    const QPersistentModelIndex m_index;

private:
    QVariant allData(const QObject* owner) const;
};

/// A cell of an item view.
class Cell final : public ModelPart
{
public:
    using ModelPart::ModelPart;

    bool isAlive(const QObject* owner) const override;
    bool isShown(const QObject* owner) const override;
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override;
    std::unique_ptr<Part> keep() const override { return std::make_unique<Cell>(m_index); }

private:
    QString shown(const QObject* owner, const QVariant& value) const override;
    bool isSelected(const QObject* owner) const override;
};

} // namespace deskprobe
