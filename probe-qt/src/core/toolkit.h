#pragma once
#include "rows.h"

#include <QtCore/QMetaObject>
#include <QtCore/QVariant>
#include <QtGui/QImage>
#include <QtGui/QTransform>

#include <array>
#include <memory>
#include <vector>

namespace deskprobe
{

class Toolkit;
struct Listing;

/// What a toolkit knows of a class, worked out once per capture.
struct ClassFacts {
    const QMetaObject* meta = nullptr;
    /// Null: objects of this class are no elements.
    const Toolkit* toolkit = nullptr;
    /// Has elements of its own inside elements of this class, such as QtQuick inside a QQuickWidget. Mostly null.
    const Toolkit* guest = nullptr;
    /// Whether elements of this class may have parts.
    bool hasParts = false;
    /// Whether elements of this class may be password fields.
    bool mayBeSecret = false;
    /// Whether describe() sets the role of some of them itself.
    bool hasOwnRoles = false;
    /// The toolkit's own enum.
    int kind = 0;
    /// Indices of properties that the toolkit reads, -1 where the class has none; the meaning of a place is the
    /// toolkit's.
    std::array<short, 24> known;
};

/// A class of parts, as ClassFacts is one of objects. Never destroyed.
struct PartType {
    /// Qt's nearest name for it: "QModelIndex" for a cell, "QAction" for an entry of a menu.
    const char* className;
    std::vector<const char*> bases;
    /// What Part::read can tell: all of it in tier full, the first few in tier extended.
    std::vector<const char*> properties;
    std::size_t extended;
    /// Made of what a model holds: a search tells of those that are scrolled away as of those that are not.
    bool isItem = false;
};

/// Something in a window that a person sees and that is no QObject: a cell of an item view, a section of a header, a
/// tab, an entry of a menu, an item of a graphics scene. It belongs to an element that is an object, its owner, and is
/// only used while that lives. Cheap to make, as a search makes many; only what is kept has an identity.
class Part
{
public:
    virtual ~Part() = default;

    virtual const PartType& type() const = 0;
    /// Whether what it names still exists. The functions below are called only then.
    virtual bool isAlive(const QObject* owner) const = 0;
    /// Whether any of it is inside its owner's visible area, scrolled in and not collapsed.
    virtual bool isShown(const QObject* owner) const = 0;
    /// Like Toolkit::describe; `base` is what describe() of the owner returned, also for a part of a part. Returns the
    /// base for those of its children that are objects. Also fills in the role and `objectName`, where it has one.
    virtual QTransform describe(QObject* owner, const QTransform& base, Row& row) const = 0;
    /// The object behind it whose class, properties and methods are then its own, if there is one: the action of a
    /// menu's entry.
    virtual QObject* object() const { return nullptr; }
    /// The value of type().properties[index]; one that is not valid is none.
    virtual QVariant read(QObject*, int) const { return {}; }
    /// QMetaType's number of the values that write() takes for it, UnknownType if it cannot be set.
    virtual int writableType(QObject*, int) const { return QMetaType::UnknownType; }
    /// Sets the value of type().properties[index]; false if the application does not take it.
    virtual bool write(QObject*, int, const QVariant&) const { return false; }
    /// Its own children: parts of the same owner, or elements that are objects.
    virtual void children(QObject*, Listing& out) const;

    /// Two parts of one owner that are the same for good: of equal hash and type.
    virtual std::size_t hash() const = 0;
    virtual bool isSame(const Part& other) const = 0;
    /// One that may be held on to while the application runs on, and knows when what it names has gone.
    virtual std::unique_ptr<Part> keep() const = 0;
};

/// An element among its siblings.
struct Child {
    /// The element, or the owner of the part that is it.
    QObject* object;
    /// Place among all siblings, hidden ones included.
    int place;
    bool isShown;
    std::shared_ptr<Part> part = nullptr;
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
    /// What the children now are: those of the element itself, those of another toolkit inside it, its parts.
    enum class Stage { Own, Guests, Parts } stage = Stage::Own;
    /// Where a listing of parts is, if a number does not say it.
    std::shared_ptr<void> cursor;

    void start()
    {
        next = place = 0;
        isDone = false;
        stage = Stage::Own;
        cursor.reset();
    }
};

inline void Part::children(QObject*, Listing& out) const
{
    out.isDone = true;
}

/// Which parts are listed: those on the screen; also hidden ones, such as entries of closed boxes and menus; or, for a
/// search, also rows that are scrolled away or collapsed; or only those that may hold elements that are objects.
enum class PartScope { Shown, Hidden, All, Holders };

/// What a search wants of rows and columns, so that a model of millions need not be gone through; -1 is any.
struct PartFilter {
    PartScope scope = PartScope::Shown;
    int row = -1;
    int column = -1;
};

/// Where an element stands.
struct Location {
    /// Its top-level window.
    QObject* window;
    /// Base for describe().
    QTransform base;
};

/// One UI library (QtWidgets, QtQuick, plain QtGui): the same questions to all. GUI thread only. The functions here
/// call nothing but the library's own code; the only application code they may run is virtual functions and property
/// getters.
class Toolkit
{
public:
    virtual ~Toolkit() = default;

    /// Fills in all from `hasParts` on and returns true if objects of facts.meta are this toolkit's elements.
    virtual bool claim(ClassFacts& facts) const = 0;
    /// Appends every top-level window, hidden ones included.
    virtual void windows(std::vector<QObject*>& out) const = 0;
    /// Facts of one of windows(), all but its handle.
    virtual WindowFacts window(QObject* window) const = 0;
    /// Effectively visible, that is with all its ancestors. Says nothing of being covered.
    virtual bool isShown(QObject* element) const = 0;
    virtual Location locate(QObject* element) const = 0;
    /// Fills in the row's rect, role, flags (all but opaque), z, opacity, text and extra. `base` is what describe() of
    /// the parent returned (nothing for a window): the way from the parent's coordinates to the window's. Returns the
    /// base for the children.
    virtual QTransform describe(QObject* element, const ClassFacts& facts, const QTransform& base, Row& row) const = 0;
    /// The area within which the element, or its parts, can be seen: what the element's and its ancestors' clipping
    /// leave of it, in its window's coordinates. Says nothing of being covered.
    virtual QRectF visibleArea(QObject* element, bool ofParts) const = 0;
    /// Whether it fills its rect for certain, so that nothing shows through.
    virtual bool isOpaque(QObject*, const ClassFacts&) const { return false; }
    /// Appends the next children that are elements of the same window, hidden ones included.
    virtual void children(QObject* element, Listing& out) const = 0;

    /// What the window itself shows, in physical pixels, also where others cover it; null if that cannot be had. Runs
    /// the application's painting.
    virtual QImage render(QObject*) const { return {}; }
    /// The window that a popup was opened from, or null.
    virtual QObject* opener(QObject*) const { return nullptr; }
    /// The element that a window is only the frame of, or null.
    virtual QObject* framedBy(QObject*) const { return nullptr; }
    /// Whether elements of this toolkit stand inside elements of the class, which is another toolkit's; and which.
    virtual bool isGuestOf(const QMetaObject*) const { return false; }
    virtual void guests(QObject*, Listing& out) const { out.isDone = true; }
    /// Appends the next parts of the element, a few of them: Listing::kPortion is too much where models are slow.
    virtual void parts(QObject*, const ClassFacts&, const PartFilter&, Listing& out) const { out.isDone = true; }
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
    /// Calls a method that is written in the toolkit's own script, and sets what it returns or throws; false if the
    /// method is none.
    virtual bool call(QObject*, const QMetaMethod&, const std::vector<QVariant>&, QVariant*, QString*) const
    {
        return false;
    }
    /// The error that reading a property of this object has left behind, if any.
    virtual QString takeError(QObject*) const { return {}; }
};

} // namespace deskprobe
