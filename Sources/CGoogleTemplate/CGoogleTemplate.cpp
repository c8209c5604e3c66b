#include "CGoogleTemplate.h"

#include <cstring>
#include <ctemplate/template.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_emitter.h>
#include <ctemplate/template_modifiers.h>
#include <ctemplate/template_string.h>
#include <memory_resource>
#include <new>
#include <string>

using namespace ctemplate;

struct google_template_name {
  std::string text;
  StaticTemplateString string;

  bool spells(const TemplateString &name) const {
    return name.size() == text.size() && memcmp(name.data(), text.data(), text.size()) == 0;
  }
};

struct google_template_cache {
  TemplateCache cache;
};

namespace {

// `:x-text`: text that keeps its white space. ctemplate's own `:p` leaves CR as it is, and an HTML parser turns that
// into LF.
class VerbatimText : public TemplateModifier {
public:
  VerbatimText() {
    reference('&', "&amp;");
    reference('<', "&lt;");
    reference('>', "&gt;");
    reference('"', "&quot;");
    reference('\'', "&#39;");
    reference('\r', "&#13;");
  }

  // Gathered here, since a payload in JSON has a reference in every other word and each piece is a virtual call.
  void Modify(const char *in, size_t length, const PerExpandData *, ExpandEmitter *out,
              const std::string &) const override {
    char piece[4096];
    size_t count = 0;
    for (const char *end = in + length; in < end; ++in) {
      const Reference &reference = references[static_cast<unsigned char>(*in)];
      if (reference.length == 0) {
        piece[count++] = *in;
      } else {
        memcpy(piece + count, reference.text, sizeof reference.text);
        count += reference.length;
      }
      if (count + sizeof reference.text > sizeof piece) {
        out->Emit(piece, count);
        count = 0;
      }
    }
    out->Emit(piece, count);
  }

private:
  struct Reference {
    unsigned char length;
    char text[7];
  };

  void reference(char byte, const char *text) {
    Reference &reference = references[static_cast<unsigned char>(byte)];
    reference.length = static_cast<unsigned char>(strlen(text));
    memcpy(reference.text, text, reference.length);
  }

  Reference references[256] = {};
};

// Values in lists, all in one piece of memory. ctemplate's own TemplateDictionary has a map, a name and a vector for
// every section, and a card has forty sections of a few values each: with it they cost more than what they show.
struct Dictionary : TemplateDictionaryInterface {
  struct Value {
    const google_template_name *name;
    TemplateString text;
    Value *next;
  };

  struct Section {
    const google_template_name *name;
    // None when the section is shown once with the values around it.
    Dictionary *first;
    Dictionary *last;
    Section *next;
  };

  Dictionary(std::pmr::memory_resource *memory, const Dictionary *parent) : memory(memory), parent(parent) {}

  template <typename Item> Item *make(Item item) {
    return new (memory->allocate(sizeof(Item), alignof(Item))) Item(item);
  }

  void set(const google_template_name *name, const char *bytes, size_t length) {
    auto *copy = static_cast<char *>(memory->allocate(length, 1));
    if (length > 0)
      memcpy(copy, bytes, length);
    values = make(Value{name, TemplateString(copy, length), values});
  }

  void show(const google_template_name *name) {
    if (section(name) == nullptr)
      sections = make(Section{name, nullptr, nullptr, sections});
  }

  Dictionary *add(const google_template_name *name) {
    show(name);
    Section *section = this->section(name);
    auto *added = new (memory->allocate(sizeof(Dictionary), alignof(Dictionary))) Dictionary(memory, this);
    (section->first == nullptr ? section->first : section->last->next) = added;
    section->last = added;
    return added;
  }

  TemplateString GetValue(const TemplateString &name) const override {
    for (const Dictionary *dictionary = this; dictionary != nullptr; dictionary = dictionary->parent)
      for (const Value *value = dictionary->values; value != nullptr; value = value->next)
        if (value->name->spells(name))
          return value->text;
    return TemplateString("", 0);
  }

  bool IsHiddenSection(const TemplateString &name) const override { return found(name) == nullptr; }
  bool IsUnhiddenSection(const TemplateString &name) const override { return found(name) != nullptr; }

  Iterator *CreateSectionIterator(const TemplateString &name) const override {
    const Section *section = found(name);
    return new Showings(section == nullptr ? nullptr : section->first);
  }

  // No template includes another.
  bool IsHiddenTemplate(const TemplateString &) const override { return true; }
  const char *GetIncludeTemplateName(const TemplateString &, int) const override { return ""; }
  Iterator *CreateTemplateIterator(const TemplateString &) const override { return new Showings(nullptr); }
  void DumpToString(std::string *, int) const override {}

private:
  struct Showings final : Iterator {
    explicit Showings(const Dictionary *next) : next(next) {}
    bool HasNext() const override { return next != nullptr; }
    const TemplateDictionaryInterface &Next() override {
      const Dictionary *current = next;
      next = next->next;
      return *current;
    }
    const Dictionary *next;
  };

  Section *section(const google_template_name *name) const {
    Section *section = sections;
    while (section != nullptr && section->name != name)
      section = section->next;
    return section;
  }

  const Section *found(const TemplateString &name) const {
    for (const Dictionary *dictionary = this; dictionary != nullptr; dictionary = dictionary->parent)
      for (const Section *section = dictionary->sections; section != nullptr; section = section->next)
        if (section->name->spells(name))
          return section;
    return nullptr;
  }

  std::pmr::memory_resource *memory;
  const Dictionary *parent;
  Dictionary *next = nullptr;
  Value *values = nullptr;
  Section *sections = nullptr;
};

// The values of one expansion and the memory that they lie in.
struct Page final : Dictionary {
  Page() : Dictionary(&memory, nullptr) {}

  alignas(std::max_align_t) char first[16384];
  std::pmr::monotonic_buffer_resource memory{first, sizeof first};
};

Dictionary *unwrap(google_template_dictionary *dictionary) { return reinterpret_cast<Dictionary *>(dictionary); }

google_template_dictionary *wrap(Dictionary *dictionary) {
  return reinterpret_cast<google_template_dictionary *>(dictionary);
}

// Gathers ctemplate's many small pieces, so that the callback is called for pages of them.
class PageEmitter : public ExpandEmitter {
public:
  PageEmitter(google_template_output output, void *context) : output(output), context(context) {}
  ~PageEmitter() override { flush(); }

  void Emit(char byte) override { Emit(&byte, 1); }
  void Emit(const std::string &text) override { Emit(text.data(), text.size()); }
  void Emit(const char *text) override { Emit(text, strlen(text)); }
  void Emit(const char *text, size_t length) override {
    if (length > sizeof page - count)
      flush();
    if (length > sizeof page) {
      output(context, text, length);
      return;
    }
    memcpy(page + count, text, length);
    count += length;
  }

private:
  void flush() {
    if (count > 0)
      output(context, page, count);
    count = 0;
  }

  google_template_output output;
  void *context;
  size_t count = 0;
  char page[16384];
};

} // namespace

const google_template_name *google_template_name_new(const char *name, size_t length) {
  auto *result = new google_template_name{std::string(name, length), {}};
  result->string.do_not_use_directly_ = {result->text.c_str(), length, 0};
  StaticTemplateStringInitializer initializer(&result->string);
  return result;
}

google_template_cache *google_template_cache_new(void) {
  static const VerbatimText verbatim;
  static const bool registered = AddXssSafeModifier("x-text", &verbatim);
  (void)registered;
  return new google_template_cache;
}

void google_template_cache_free(google_template_cache *cache) { delete cache; }

bool google_template_cache_add(google_template_cache *cache, const char *name, size_t name_length, const char *text,
                               size_t text_length) {
  return cache->cache.StringToTemplateCache(TemplateString(name, name_length), text, text_length, DO_NOT_STRIP);
}

void google_template_cache_seal(google_template_cache *cache) { cache->cache.Freeze(); }

google_template_dictionary *google_template_dictionary_new(void) { return wrap(new Page); }

void google_template_dictionary_free(google_template_dictionary *dictionary) {
  delete static_cast<Page *>(unwrap(dictionary));
}

void google_template_dictionary_set(google_template_dictionary *dictionary, const google_template_name *name,
                                    const char *bytes, size_t length) {
  unwrap(dictionary)->set(name, bytes, length);
}

void google_template_dictionary_show_section(google_template_dictionary *dictionary, const google_template_name *name) {
  unwrap(dictionary)->show(name);
}

google_template_dictionary *google_template_dictionary_add_section(google_template_dictionary *dictionary,
                                                                   const google_template_name *name) {
  return wrap(unwrap(dictionary)->add(name));
}

bool google_template_expand(const google_template_cache *cache, const google_template_name *name,
                            const google_template_dictionary *dictionary, google_template_output output,
                            void *context) {
  PageEmitter emitter(output, context);
  return cache->cache.ExpandNoLoad(TemplateString(name->string), DO_NOT_STRIP,
                                   reinterpret_cast<const Dictionary *>(dictionary), nullptr, &emitter);
}
