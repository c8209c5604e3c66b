#include "CGoogleTemplate.h"
