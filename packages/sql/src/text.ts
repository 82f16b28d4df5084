// SQL as text: what needs no parser, so that it loads fast.
export { expressionPieces } from './expression-pieces.ts'
export type { ExpressionPiece, ExpressionTable } from './expression-pieces.ts'
export { tokenize } from './lexer/tokenize.ts'
export type { Token } from './tokens/token.ts'
export { plainFragment } from './policy/fragments.ts'
