import { readFileSync } from 'node:fs'
import { describable, describeIssue, formatMessage, message, modelListFileSchema } from '@parlance/contract'
import type { Message, Model, ModelListFile } from '@parlance/contract'
import { describeReadError } from '../lib/file-errors.ts'
import own from './model-list.json' with { type: 'json' }
import type { ModelVendorId } from './vendor.ts'

/** Why the operator's file can't be used. The message is one line. */
export class ModelListError extends Error {
  override readonly name = 'ModelListError'
  readonly text: Message

  constructor(text: Message, options?: ErrorOptions) {
    super(formatMessage(text), options)
    this.text = text
  }
}

/** The models that the forms offer. Any other model id of a vendor can be typed. */
export interface ModelLists {
  modelsOf(vendor: ModelVendorId): Model[]
  /** The day on which the lists were last compared with the vendors' own. */
  comparedOn(): string
  /** Reloads the operator's file. @throws ModelListError, keeping the previous lists */
  reload(): void
}

/**
 * The product's own lists (`model-list.json`), each replaced if the operator's file names the provider.
 * @param path the operator's file; null for none
 * @throws ModelListError if it can't be read or isn't a list
 */
export function createModelLists(path: string | null): ModelLists {
  const shipped = modelListFileSchema.parse(own)
  let lists = merge(shipped, path)
  return {
    modelsOf: (vendor) => lists.providers[vendor] ?? [],
    comparedOn: () => lists.compared_on,
    reload: () => {
      lists = merge(shipped, path)
    },
  }
}

function merge(shipped: ModelListFile, path: string | null): ModelListFile {
  if (path === null) return shipped
  const { compared_on, providers } = readFile(path)
  return { compared_on, providers: { ...shipped.providers, ...providers } }
}

function readFile(path: string): ModelListFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ModelListError(describeReadError(error, path), { cause: error })
  }
  const parsed = modelListFileSchema.safeParse(parseJson(text), describable)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const isObject = issue?.code !== 'invalid_type' || issue.path.length > 0
  if (issue === undefined || !isObject)
    throw new ModelListError(message('The model list {path} is not valid. It must be a JSON object.', { path }))
  throw new ModelListError(
    message('The model list {path} is not valid. {problem}', { path, problem: describeIssue(issue) }),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const builtinModels: Model[] = [
  {
    id: 'builtin',
    name: 'Built-in engine',
    description: 'Answers plain questions without a language model or an API key',
  },
]
