import { messagePattern } from '../messages.ts'
import type { ActionTexts } from './action-texts.ts'

/** Verified examples and evaluations. */
export const qualityActions = {
  'evaluation.add-examples': {
    done: messagePattern('{who} added examples to the evaluation of {target}'),
    failed: messagePattern('{who} could not add examples to the evaluation of {target}'),
  },
  'evaluation.add-question': {
    done: messagePattern('{who} added a question to the evaluation of {target}'),
    failed: messagePattern('{who} could not add a question to the evaluation of {target}'),
  },
  'evaluation.approve-questions': {
    done: messagePattern('{who} approved questions in the evaluation of {target}'),
    failed: messagePattern('{who} could not approve questions in the evaluation of {target}'),
  },
  'evaluation.cancel-run': {
    done: messagePattern('{who} stopped an evaluation of {target}'),
    failed: messagePattern('{who} could not stop an evaluation of {target}'),
  },
  'evaluation.create-set': {
    done: messagePattern('{who} created a question set for {target}'),
    failed: messagePattern('{who} could not create a question set for {target}'),
  },
  'evaluation.delete-question': {
    done: messagePattern('{who} deleted a question from the evaluation of {target}'),
    failed: messagePattern('{who} could not delete a question from the evaluation of {target}'),
  },
  'evaluation.delete-run': {
    done: messagePattern('{who} deleted an evaluation of {target}'),
    failed: messagePattern('{who} could not delete an evaluation of {target}'),
  },
  'evaluation.delete-set': {
    done: messagePattern('{who} deleted a question set of {target}'),
    failed: messagePattern('{who} could not delete a question set of {target}'),
  },
  'evaluation.end-run': {
    done: messagePattern('{who} finished an evaluation of {target}'),
    failed: messagePattern('{who} could not finish an evaluation of {target}'),
  },
  'evaluation.import-questions': {
    done: messagePattern('{who} imported questions into the evaluation of {target}'),
    failed: messagePattern('{who} could not import questions into the evaluation of {target}'),
  },
  'evaluation.rerun': {
    done: messagePattern('{who} repeated a question in an evaluation of {target}'),
    failed: messagePattern('{who} could not repeat a question in an evaluation of {target}'),
  },
  'evaluation.start-run': {
    done: messagePattern('{who} started an evaluation of {target}'),
    failed: messagePattern('{who} could not start an evaluation of {target}'),
  },
  'evaluation.update-question': {
    done: messagePattern('{who} changed a question in the evaluation of {target}'),
    failed: messagePattern('{who} could not change a question in the evaluation of {target}'),
  },
  'evaluation.update-set': {
    done: messagePattern('{who} changed a question set of {target}'),
    failed: messagePattern('{who} could not change a question set of {target}'),
  },
  'example.approve': {
    done: messagePattern('{who} approved {target}'),
    failed: messagePattern('{who} could not approve {target}'),
  },
  'example.correct': {
    done: messagePattern('{who} corrected {target}'),
    failed: messagePattern('{who} could not correct {target}'),
  },
  'example.create': {
    done: messagePattern('{who} added {target}'),
    failed: messagePattern('{who} could not add an example'),
  },
  'example.decide': {
    done: messagePattern('{who} decided about several examples'),
    failed: messagePattern('{who} could not decide about several examples'),
  },
  'example.delete': {
    done: messagePattern('{who} deleted {target}'),
    failed: messagePattern('{who} could not delete {target}'),
  },
  'example.reject': {
    done: messagePattern('{who} rejected {target}'),
    failed: messagePattern('{who} could not reject {target}'),
  },
  'example.run': { done: messagePattern('{who} ran {target}'), failed: messagePattern('{who} could not run {target}') },
  'example.update': {
    done: messagePattern('{who} changed {target}'),
    failed: messagePattern('{who} could not change {target}'),
  },
} as const satisfies Record<string, ActionTexts>
