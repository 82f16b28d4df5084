/** A piece of SQL text, by its offsets: a word, a name, a value, a symbol, or a comment. */
export interface Token {
  kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'parameter' | 'comment'
  start: number
  end: number
}
