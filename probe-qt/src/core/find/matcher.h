#pragma once
#include "core/access/subject.h"

#include <functional>
#include <optional>

namespace deskprobe
{

/// What one step of a search asks for. What would give a secret away meets nothing. GUI thread only.
class Matcher
{
public:
    /// A criterion that is not met, and how far it is from that: 0 is nearest.
    struct Miss {
        const char* criterion;
        int distance;
    };

    Matcher(const Criteria& criteria, const Secrets& secrets);
    Matcher(const Matcher&) = delete;
    Matcher& operator=(const Matcher&) = delete;

    /// Why the criteria make no sense, or empty.
    const QString& complaint() const { return m_complaint; }
    /// Whether what a model holds may meet them, such as rows that are scrolled away.
    bool mayBeItem() const;
    /// Whether they are met by that and hardly by anything else.
    bool isItem() const;
    int row() const { return m_criteria.row; }
    int column() const { return m_criteria.column; }

    /// May run application code: look whether the element still lives.
    bool meets(Subject& subject) const;
    /// All criteria that are not met, at most one; empty if the element is not near to what is asked for. As meets().
    std::optional<std::vector<Miss>> nearMisses(Subject& subject) const;

private:
    struct Criterion {
        const char* name;
        /// Tells an element from others of its kind.
        bool isTelling;
        std::function<bool(Subject&)> isMet;
        /// -1: far.
        std::function<int(Subject&)> distance;
    };

    void addKind();
    void addNames();
    void addStates();
    void addTexts();
    void addProperties();
    template <typename Get>
    void addName(const char* name, const std::optional<std::string>& wanted, bool isTelling, Get get);
    void addText(
        const char* name, std::function<bool(const QString&)> isMet, std::function<int(const QString&)> distance);
    QStringList texts(Subject& subject) const;
    bool isSafe(const QString& text) const;

    const Criteria& m_criteria;
    const Secrets& m_secrets;
    /// Cheap ones first.
    std::vector<Criterion> m_criterions;
    QString m_complaint;
};

} // namespace deskprobe
