import Filter
