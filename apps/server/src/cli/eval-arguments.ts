import { StartError } from '../lib/errors.ts'
import { modelArguments, modelOptions, readOptions, required, type ModelArguments } from './read-options.ts'

const options = {
  ...modelOptions,
  floor: { type: 'string' },
  limit: { type: 'string' },
  seed: { type: 'string' },
  database: { type: 'string' },
  set: { type: 'string' },
  as: { type: 'string' },
  wrong: { type: 'boolean' },
  declined: { type: 'boolean' },
  record: { type: 'boolean' },
} as const

/** What to evaluate, and what follows its name. A command that takes something also takes a model. */
const takes = {
  area: 'NAME',
  spider: 'DIR',
  bird: 'DIR',
  engine: null,
  retrieval: null,
  'silent-errors': null,
  sentences: null,
  meaning: null,
} as const
export type EvalCommandName = keyof typeof takes
const evalCommands = Object.keys(takes) as EvalCommandName[]

export interface EvalArguments extends ModelArguments {
  command: EvalCommandName
  /** The name of a business area or the folder of a benchmark; null if the command takes nothing. */
  target: string | null
  /** The name of a question set; null for the only one of the area. */
  set: string | null
  /** The email address of the user to ask as; null for the user of the set. */
  as: string | null
  json: boolean
  /** The lowest share of right answers in percent; null for none. */
  floor: number | null
  /** The number of questions to choose; null for all. */
  limit: number | null
  seed: number
  database: string | null
  /** Whether to list wrong and failed answers. */
  wrong: boolean
  /** Whether to list declined questions. */
  declined: boolean
  /** Whether to record the outcomes as the new floor. */
  record: boolean
}

export const evalHelp = `Measure how right the answers are.

  npm run eval -- area NAME    run a question set of a business area as an administrator, and store the run
  npm run eval -- spider DIR   ask Spider's questions; DIR has dev.json and database/NAME/NAME.sqlite
  npm run eval -- bird DIR     ask BIRD's questions; DIR has dev.json and dev_databases/NAME/NAME.sqlite
  npm run eval -- engine       ask the built-in engine the development data's questions, and check the recorded floor
  npm run eval -- retrieval    check whether the needed tables are found, with the development data's questions
  npm run eval -- silent-errors
                               check which wrong results get a warning, and which right ones
  npm run eval -- sentences    check which true and untrue sentences of recorded answers would be shown
  npm run eval -- meaning      ask business questions with an area's definitions and without them

  --json           print one JSON object
  --floor N        fail if less than N percent are right
  --limit N        ask only N questions, chosen by --seed
  --seed N         a whole number that chooses the questions (default: 1)
  --database NAME  ask only the questions about one database
  --set NAME       area: the question set, if the area has several
  --as EMAIL       area: ask as this user, under this user's rules (default: the user of the set)
  --wrong          list wrong and failed answers with both queries; silent-errors: list missing and false warnings
  --declined       list declined questions with the reason
  --record         engine: record the outcomes as the new floor
  --provider ID, --model ID, --base-url URL
                   spider, bird: the model that answers, as in npm run ask (default: the built-in engine)
                   area: the model that answers, with its stored API key (default: the one of the set)
  --help           show this help

Each question of spider and bird has the time limit of the server, PARLANCE_TURN_TIMEOUT_SECONDS.
Ctrl-C prints the results so far.

Exit status: 0 done, 1 below the floor or an error, 2 wrong use, 130 stopped.`

/**
 * @returns null if help was requested
 * @throws StartError on one line for arguments that it doesn't understand
 */
export function parseEvalArguments(argv: string[]): EvalArguments | null {
  const { values, positionals } = readOptions(argv, options)
  if (values.help) return null
  const [name, target = null, ...rest] = positionals
  const command = evalCommands.find((one) => one === name)
  if (!command) {
    throw new StartError(`Choose what to evaluate: ${evalCommands.join(', ')}. Use --help to list the options.`)
  }
  const taken = takes[command]
  if ((taken === null) !== (target === null) || rest.length > 0) {
    throw new StartError(
      command === 'area'
        ? 'Write area and the name of the business area, in quotation marks if it has spaces: area "Sales and returns".'
        : `Write ${command}${taken === null ? ' without a folder' : ` ${taken}`}. Use --help to list the options.`,
    )
  }
  const called = modelArguments(values)
  if (taken === null && (called.provider ?? called.model) !== null) {
    throw new StartError(`${command} uses no model. Leave out --provider and --model.`)
  }
  const isArea = command === 'area'
  if (isArea && (values.limit ?? values.seed ?? values.database) !== undefined)
    throw new StartError('area asks all questions of a set. Leave out --limit, --seed, and --database.')
  if (!isArea && (values.set ?? values.as) !== undefined) throw new StartError('--set and --as work only with area.')
  if (values.record && command !== 'engine') throw new StartError('--record works only with engine.')
  return {
    command,
    target,
    set: required(values.set, '--set'),
    as: required(values.as, '--as'),
    json: values.json ?? false,
    floor: numberOf(values.floor, '--floor', 100),
    limit: wholeNumberOf(values.limit, '--limit'),
    seed: wholeNumberOf(values.seed, '--seed') ?? 1,
    database: required(values.database, '--database'),
    wrong: values.wrong ?? false,
    declined: values.declined ?? false,
    record: values.record ?? false,
    ...called,
  }
}

function numberOf(value: string | undefined, name: string, most: number): number | null {
  if (value === undefined) return null
  const number = Number(value)
  if (/^\d+(?:\.\d+)?$/.test(value) && number <= most) return number
  throw new StartError(`${name} must be a number from 0 to ${most}.`)
}

function wholeNumberOf(value: string | undefined, name: string): number | null {
  const number = numberOf(value, name, Number.MAX_SAFE_INTEGER)
  if (number === null || (Number.isInteger(number) && number > 0)) return number
  throw new StartError(`${name} must be a whole number from 1.`)
}
