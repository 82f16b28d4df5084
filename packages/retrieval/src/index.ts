export { indexCatalogue, type CatalogueIndex, type Description } from './catalogue-index.ts'
export { searchTables, type TableHit } from './search-tables.ts'
export { normalise, singular, splitIdentifier, stem, tokenise } from './words.ts'
