#include "CTemplateFiles.h"
