#include "CSimdjson.h"

#include <cstring>
#include <memory>
#include <new>

#include <simdjson.h>

namespace {

// Documents up to this size reuse one set of buffers per thread; larger ones give theirs back.
constexpr size_t kept_capacity = 1 << 20;

struct Buffers {
    simdjson::dom::parser parser;
    std::unique_ptr<csimdjson_node[]> nodes;
    std::unique_ptr<uint32_t[]> open;
    size_t node_capacity = 0;
    uint32_t depth_capacity = 0;

    bool reserve_tokens(size_t count) {
        size_t capacity = parser.capacity();
        if (capacity > 0 && capacity >= count && (capacity <= kept_capacity || count > kept_capacity)) return true;
        size_t wanted = count > kept_capacity ? count : 4096;
        while (wanted < count) wanted *= 2;
        if (wanted <= kept_capacity && capacity > kept_capacity) nodes.reset(), node_capacity = 0;
        return parser.allocate(wanted, 1) == simdjson::SUCCESS;
    }

    bool reserve_nodes(size_t count, uint32_t depth) {
        if (node_capacity < count) {
            nodes.reset(new (std::nothrow) csimdjson_node[count]);
            node_capacity = nodes ? count : 0;
        }
        if (depth_capacity < depth) {
            open.reset(new (std::nothrow) uint32_t[depth]);
            depth_capacity = open ? depth : 0;
        }
        return node_capacity >= count && depth_capacity >= depth;
    }
};

bool is_space(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }
bool is_digit(uint8_t byte) { return uint8_t(byte - '0') < 10; }
bool is_hex(uint8_t byte) { return is_digit(byte) || uint8_t((byte | 0x20) - 'a') < 6; }

constexpr uint64_t ones = 0x0101010101010101;

// The highest bit of each byte that is zero; the first byte of a word is its lowest.
uint64_t zero_bytes(uint64_t word) { return ~(((word & ~(0x80 * ones)) + ~(0x80 * ones)) | word) & (0x80 * ones); }
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

bool ends_scalar(uint8_t byte) { return is_space(byte) || byte == ',' || byte == ']' || byte == '}' || byte == ':'; }

// Walks the tokens of one document. A token is the offset at which a scalar, a string or one of `{}[]:,` begins.
class Walk {
public:
    Walk(const uint8_t *bytes, size_t count, uint32_t max_depth, Buffers &buffers)
        : bytes(bytes),
          count(count),
          max_depth(max_depth),
          tokens(buffers.parser.implementation->structural_indexes.get()),
          token_count(buffers.parser.implementation->n_structural_indexes),
          nodes(buffers.nodes.get()),
          open(buffers.open.get()) {}

    csimdjson_result run() {
        enum { value, value_or_end, key, key_or_end, colon, comma_or_end } expected = value;
        for (size_t token = 0; token < token_count; token++) {
            uint32_t at = tokens[token];
            uint8_t byte = bytes[at];
            if (depth == 0 && node_count > 0) return failure(CSIMDJSON_TRAILING, at);
            bool ends = byte == ']' || byte == '}';
            if (ends && (expected == comma_or_end || expected == (byte == ']' ? value_or_end : key_or_end))) {
                csimdjson_node &container = nodes[open[depth - 1]];
                uint8_t kind = byte == ']' ? CSIMDJSON_ARRAY : CSIMDJSON_OBJECT;
                if (container.kind != kind) return failure(CSIMDJSON_UNEXPECTED, at);
                container.end = at + 1;
                container.next = node_count;
                depth--;
                expected = comma_or_end;
                continue;
            }
            switch (expected) {
            case colon:
                if (byte != ':') return failure(CSIMDJSON_UNEXPECTED, at);
                expected = value;
                continue;
            case comma_or_end:
                if (byte != ',') return failure(CSIMDJSON_UNEXPECTED, at);
                expected = nodes[open[depth - 1]].kind == CSIMDJSON_OBJECT ? key : value;
                continue;
            case key:
            case key_or_end:
                if (byte != '"') return failure(CSIMDJSON_UNEXPECTED, at);
                if (!string(at, end_of(token))) return failure(CSIMDJSON_UNEXPECTED, fault);
                expected = colon;
                continue;
            case value:
            case value_or_end:
                break;
            }
            expected = comma_or_end;
            bool fits = true;
            switch (byte) {
            case '{':
            case '[':
                if (depth == max_depth) return failure(CSIMDJSON_TOO_DEEP, at);
                open[depth++] = node_count;
                add(byte == '{' ? CSIMDJSON_OBJECT : CSIMDJSON_ARRAY, at, at, false);
                expected = byte == '{' ? key_or_end : value_or_end;
                break;
            case '"': fits = string(at, end_of(token)); break;
            case 't': fits = literal(CSIMDJSON_TRUE, at, "true", 4); break;
            case 'f': fits = literal(CSIMDJSON_FALSE, at, "false", 5); break;
            case 'n': fits = literal(CSIMDJSON_NULL, at, "null", 4); break;
            default: fits = number(at); break;
            }
            if (!fits) return failure(CSIMDJSON_UNEXPECTED, fault);
        }
        if (depth > 0) return failure(CSIMDJSON_UNEXPECTED, count);
        return {CSIMDJSON_OK, 0, nodes, node_count};
    }

private:
    const uint8_t *bytes;
    size_t count;
    uint32_t max_depth;
    const uint32_t *tokens;
    size_t token_count;
    csimdjson_node *nodes;
    uint32_t *open;
    uint32_t node_count = 0;
    uint32_t depth = 0;
    size_t fault = 0;

    static csimdjson_result failure(csimdjson_status status, size_t offset) { return {status, offset, nullptr, 0}; }

    uint8_t at(size_t offset) const { return offset < count ? bytes[offset] : ' '; }

    size_t end_of(size_t token) const { return token + 1 < token_count ? tokens[token + 1] : count; }

    void add(uint8_t kind, uint32_t start, size_t end, bool has_escapes) {
        nodes[node_count] = {start, uint32_t(end), node_count + 1, kind, has_escapes};
        node_count++;
    }

    bool fails(size_t offset) {
        fault = offset;
        return false;
    }

    // Only white space stands between a closing quote and the next token, so the quote is found from behind.
    bool string(uint32_t start, size_t end) {
        while (end > start + 1 && is_space(bytes[end - 1])) end--;
        if (end <= size_t(start) + 1 || bytes[end - 1] != '"') return fails(start);
        const uint8_t *stop = bytes + end - 1;
        const uint8_t *next = bytes + start + 1;
        next = static_cast<const uint8_t *>(memchr(next, '\\', stop - next));
        bool has_escapes = next != nullptr;
        while (next && next < stop) {
            // A body that is JSON has a backslash in every other word: a call for each would cost more than the search.
            if (stop - next >= 8) {
                uint64_t word;
                memcpy(&word, next, 8);
                uint64_t found = zero_bytes(word ^ (0x5C * ones));
                next += found ? __builtin_ctzll(found) / 8 : 8;
                if (!found) continue;
            } else if (*next != '\\') {
                next++;
                continue;
            }
            next++;
            switch (*next++) {
            case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
                break;
            case 'u':
                for (int digit = 0; digit < 4; digit++, next++) {
                    if (!is_hex(*next)) return fails(next - bytes);
                }
                break;
            default:
                return fails(next - 1 - bytes);
            }
        }
        add(CSIMDJSON_STRING, start, end, has_escapes);
        return true;
    }

    bool literal(uint8_t kind, uint32_t start, const char *text, size_t length) {
        for (size_t index = 0; index < length; index++) {
            if (at(start + index) != uint8_t(text[index])) return fails(start + index);
        }
        if (!ends_scalar(at(start + length))) return fails(start + length);
        add(kind, start, start + length, false);
        return true;
    }

    bool number(uint32_t start) {
        size_t offset = start;
        if (at(offset) == '-') offset++;
        if (!is_digit(at(offset))) return fails(offset);
        if (at(offset) == '0') {
            offset++;
        } else {
            while (is_digit(at(offset))) offset++;
        }
        if (at(offset) == '.') {
            offset++;
            if (!is_digit(at(offset))) return fails(offset);
            while (is_digit(at(offset))) offset++;
        }
        if ((at(offset) | 0x20) == 'e') {
            offset++;
            if (at(offset) == '+' || at(offset) == '-') offset++;
            if (!is_digit(at(offset))) return fails(offset);
            while (is_digit(at(offset))) offset++;
        }
        if (!ends_scalar(at(offset))) return fails(offset);
        add(CSIMDJSON_NUMBER, start, offset, false);
        return true;
    }
};

}  // namespace

csimdjson_result csimdjson_parse(const uint8_t *bytes, size_t count, uint32_t max_depth) {
    thread_local Buffers buffers;
    if (!buffers.reserve_tokens(count)) return {CSIMDJSON_NO_MEMORY, 0, nullptr, 0};
    switch (buffers.parser.implementation->stage1(bytes, count, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS: break;
    case simdjson::EMPTY: return {CSIMDJSON_EMPTY, 0, nullptr, 0};
    default: return {CSIMDJSON_UNREADABLE, 0, nullptr, 0};
    }
    if (!buffers.reserve_nodes(buffers.parser.implementation->n_structural_indexes, max_depth)) {
        return {CSIMDJSON_NO_MEMORY, 0, nullptr, 0};
    }
    return Walk(bytes, count, max_depth, buffers).run();
}
