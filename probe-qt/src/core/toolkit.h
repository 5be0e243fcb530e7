#pragma once
#include "rows.h"

#include <QtCore/QMetaObject>
#include <QtCore/QVariant>

#include <array>
#include <vector>

namespace deskprobe
{

class Toolkit;

/// What a toolkit knows of a class, worked out once per capture.
struct ClassFacts {
    const QMetaObject* meta = nullptr;
    /// Null: objects of this class are no elements.
    const Toolkit* toolkit = nullptr;
    /// Has elements of its own inside elements of this class, such as QtQuick inside a QQuickWidget. Mostly null.
    const Toolkit* guest = nullptr;
    /// The toolkit's own enum.
    int kind = 0;
    /// Indices of properties that the toolkit reads, -1 where the class has none; the meaning of a place is the
    /// toolkit's.
    std::array<short, 24> known;
};

/// An element among its siblings.
struct Child {
    QObject* object;
    /// Place among all siblings, hidden ones included.
    int place;
    bool isShown;
};

/// Children in portions: an element may have more of them than fit into one slice. Those that come or go between two
/// portions may be missed or listed twice.
struct Listing {
    static constexpr int kPortion = 512;

    /// The portion just listed.
    std::vector<Child> children;
    int next = 0;
    int place = 0;
    bool isDone = false;
    bool areGuests = false;

    void start()
    {
        next = place = 0;
        isDone = areGuests = false;
    }
};

/// Where an element stands.
struct Location {
    /// Its top-level window.
    QObject* window;
    /// Base for describe().
    QPointF base;
};

/// One UI library (QtWidgets, QtQuick, plain QtGui): the same questions to all. GUI thread only. The functions here
/// call nothing but the library's own code; the only application code they may run is virtual functions and property
/// getters.
class Toolkit
{
public:
    virtual ~Toolkit() = default;

    /// Fills in `kind` and `known` and returns true if objects of facts.meta are this toolkit's elements.
    virtual bool claim(ClassFacts& facts) const = 0;
    /// Appends every top-level window, hidden ones included.
    virtual void windows(std::vector<QObject*>& out) const = 0;
    /// Facts of one of windows(), all but its handle.
    virtual WindowFacts window(QObject* window) const = 0;
    /// Effectively visible, that is with all its ancestors. Says nothing of being covered.
    virtual bool isShown(QObject* element) const = 0;
    virtual Location locate(QObject* element) const = 0;
    /// Fills in the row's rect, flags, z, opacity, text and extra. `base` is what describe() of the parent returned
    /// (0,0 for a window): an offset in the window. Returns the base for the children.
    virtual QPointF describe(QObject* element, const ClassFacts& facts, QPointF base, Row& row) const = 0;
    /// Appends the next children that are elements of the same window, hidden ones included.
    virtual void children(QObject* element, Listing& out) const = 0;

    /// The element that a window is only the frame of, or null.
    virtual QObject* framedBy(QObject*) const { return nullptr; }
    /// Whether elements of this toolkit stand inside elements of the class, which is another toolkit's; and which.
    virtual bool isGuestOf(const QMetaObject*) const { return false; }
    virtual void guests(QObject*, Listing& out) const { out.isDone = true; }
    /// Whether it is a password field now, and what it holds.
    virtual bool isSecret(QObject*, const ClassFacts&, QString*) const { return false; }
    /// Whether the property's own getter could take long, such as that of a whole document's text, or print something.
    virtual bool isSpecial(const ClassFacts&, const char*) const { return false; }
    /// Reads a special property; false if its own getter will do for this element. `full` is set to the full length of
    /// a value that was not read whole.
    virtual bool readSpecial(QObject*, const ClassFacts&, const char*, Value&, qint64*) const { return false; }
    /// Appends the objects of a list property; false if it is not this toolkit's kind of list.
    virtual bool objects(QObject*, const char*, std::vector<QObject*>&) const { return false; }
    /// Writes a value of a type that only this toolkit knows; false if it is none. The second is the object it was read
    /// from.
    virtual bool write(const QVariant&, QObject*, JsonWriter&) const { return false; }
    /// The error that reading a property of this object has left behind, if any.
    virtual QString takeError(QObject*) const { return {}; }
};

} // namespace deskprobe
