"""The page: the games for whoever would rather look than read.  TypeScript in `page/`, served by the api process."""
