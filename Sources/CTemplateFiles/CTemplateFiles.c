#include "CTemplateFiles.h"

static const unsigned char report_html[] = {
#embed "../../Templates/report.html"
};

static const unsigned char card_html[] = {
#embed "../../Templates/card.html"
};

static const unsigned char row_html[] = {
#embed "../../Templates/row.html"
};

static const unsigned char report_css[] = {
#embed "../../Templates/report.css"
};

static const unsigned char report_js[] = {
#embed "../../Templates/report.js"
};

static const unsigned char diff_html[] = {
#embed "../../Templates/diff.html"
};

static const unsigned char diff_css[] = {
#embed "../../Templates/diff.css"
};

static const template_file files[] = {
    {"report.html", report_html, sizeof report_html},
    {"card.html", card_html, sizeof card_html},
    {"row.html", row_html, sizeof row_html},
    {"report.css", report_css, sizeof report_css},
    {"report.js", report_js, sizeof report_js},
    {"diff.html", diff_html, sizeof diff_html},
    {"diff.css", diff_css, sizeof diff_css},
};

size_t template_file_count(void) { return sizeof files / sizeof files[0]; }

template_file template_file_at(size_t position) { return files[position]; }
