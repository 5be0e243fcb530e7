#pragma once
#include "classes.h"
#include "objects.h"

#include <algorithm>
#include <optional>

namespace deskprobe
{

/// Whether showing the value would show the secret. Any thread.
bool reveals(const QString& text, const Secret& secret);
bool reveals(const Value& value, const Secret& secret);
/// Whether the value of this property of a password field would give away what it holds.
bool isOwnSecret(const QString& property, const Value& value, const Secret& own);

/// The values of the application's password fields, so that no copy of one leaves the process. GUI thread only.
class Secrets
{
public:
    Secrets(ClassCache& classes, const Modules& modules) : m_classes(classes), m_modules(modules) { }

    /// Looks whether a living element is a password field.
    void look(const Element& element, const Class& type);
    /// Will look for password fields in this element and all below.
    void search(const Element& element) { m_open.push_back(element); }
    void searchEverywhere();
    /// Does a little more of that; false when all is done.
    bool step();

    /// What a living element that is an object holds, if it is a password field.
    static std::optional<QString> heldBy(QObject* object, const Class& type);
    static Secret secret(const QString& text);
    void add(const QString& text);
    /// Whether the value, a QString or a Value, shows one of those found so far.
    template <typename Type>
    bool isRevealedBy(const Type& value) const
    {
        return m_list && std::any_of(m_list->begin(), m_list->end(), [&](const Secret& secret) {
            return reveals(value, secret);
        });
    }
    /// Those to look for in everything that is sent; null if there are none.
    std::shared_ptr<const SecretList> list() const { return m_list; }

    /// Whether there is room for a secret in the value.
    static bool mayHide(const Value& value);
    /// The value, or a mask if it would give one away.
    Value masked(Value value) const;
    QString masked(const QString& text) const;

private:
    bool isWorthALook(QObject* object);
    bool listChildren(const Element& element, const Class& type);

    ClassCache& m_classes;
    const Modules& m_modules;
    std::vector<Element> m_open;
    /// The element whose children are being listed.
    std::optional<Element> m_current;
    Listing m_listing;
    Listing m_grandchildren;
    std::shared_ptr<const SecretList> m_list;
};

} // namespace deskprobe
