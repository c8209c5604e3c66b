// GitHub flavoured Markdown as a tree: cmark-gfm and its extensions (libcmark-gfm-dev, libcmark-gfm-extensions-dev).
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

// The extensions library exports these without declaring them in a header.
extern cmark_node_type CMARK_NODE_TABLE;
extern cmark_node_type CMARK_NODE_TABLE_ROW;
extern cmark_node_type CMARK_NODE_TABLE_CELL;

// They are variables, set once when the extensions are registered.
static inline cmark_node_type cmark_node_type_table(void) { return CMARK_NODE_TABLE; }
static inline cmark_node_type cmark_node_type_table_row(void) { return CMARK_NODE_TABLE_ROW; }
static inline cmark_node_type cmark_node_type_table_cell(void) { return CMARK_NODE_TABLE_CELL; }
