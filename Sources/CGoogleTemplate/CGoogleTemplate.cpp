#include "CGoogleTemplate.h"

#include <cstring>
#include <ctemplate/template.h>
#include <ctemplate/template_cache.h>
#include <ctemplate/template_dictionary.h>
#include <ctemplate/template_emitter.h>
#include <ctemplate/template_modifiers.h>
#include <ctemplate/template_string.h>
#include <string>

using namespace ctemplate;

struct google_template_name {
  std::string text;
  StaticTemplateString string;
};

struct google_template_cache {
  TemplateCache cache;
};

// A google_template_dictionary is a TemplateDictionary under an opaque name: sections are owned by their parents, so
// there is nothing to wrap.
static TemplateDictionary *unwrap(google_template_dictionary *dictionary) {
  return reinterpret_cast<TemplateDictionary *>(dictionary);
}

static google_template_dictionary *wrap(TemplateDictionary *dictionary) {
  return reinterpret_cast<google_template_dictionary *>(dictionary);
}

namespace {

// `:x-text`: text that keeps its white space. ctemplate's own `:p` leaves CR as it is, and an HTML parser turns that
// into LF.
class VerbatimText : public TemplateModifier {
public:
  void Modify(const char *in, size_t length, const PerExpandData *, ExpandEmitter *out,
              const std::string &) const override {
    const char *end = in + length;
    const char *start = in;
    for (const char *position = in; position < end; ++position) {
      const char *escape = reference(*position);
      if (escape == nullptr)
        continue;
      out->Emit(start, static_cast<size_t>(position - start));
      out->Emit(escape, strlen(escape));
      start = position + 1;
    }
    out->Emit(start, static_cast<size_t>(end - start));
  }

private:
  static const char *reference(char byte) {
    switch (byte) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\r':
      return "&#13;";
    default:
      return nullptr;
    }
  }
};

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

google_template_dictionary *google_template_dictionary_new(void) { return wrap(new TemplateDictionary("page")); }

void google_template_dictionary_free(google_template_dictionary *dictionary) { delete unwrap(dictionary); }

void google_template_dictionary_set(google_template_dictionary *dictionary, const google_template_name *name,
                                    const char *bytes, size_t length) {
  unwrap(dictionary)->SetValue(TemplateString(name->string), TemplateString(bytes, length));
}

void google_template_dictionary_show_section(google_template_dictionary *dictionary, const google_template_name *name) {
  unwrap(dictionary)->ShowSection(TemplateString(name->string));
}

google_template_dictionary *google_template_dictionary_add_section(google_template_dictionary *dictionary,
                                                                   const google_template_name *name) {
  return wrap(unwrap(dictionary)->AddSectionDictionary(TemplateString(name->string)));
}

bool google_template_expand(const google_template_cache *cache, const google_template_name *name,
                            const google_template_dictionary *dictionary, google_template_output output,
                            void *context) {
  PageEmitter emitter(output, context);
  return cache->cache.ExpandNoLoad(TemplateString(name->string), DO_NOT_STRIP,
                                   reinterpret_cast<const TemplateDictionary *>(dictionary), nullptr, &emitter);
}
