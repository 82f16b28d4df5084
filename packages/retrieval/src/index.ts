export { indexCatalogue, type CatalogueIndex, type Description } from './catalogue-index.ts'
export { matchWords, type WordMatch } from './match-words.ts'
export { relevantTables, searchTables, type TableHit } from './search-tables.ts'
export { normalise, singular, splitIdentifier, stem, tokenise } from './words.ts'
