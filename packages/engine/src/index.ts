export { composeAnswer, type Answer, type AnswerRequest } from './answer/compose.ts'
export type * from './contract.ts'
export { suggestQuestions, translate } from './translate.ts'
export { displayOf } from './parse/displays.ts'
