import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * How a model calls tools: by the vendor's own protocol, with an answer that follows a JSON schema, or as text with
 * fenced SQL. From best to simplest.
 */
export const toolForms = ['tools', 'schema', 'text'] as const
export type ToolForm = (typeof toolForms)[number]

/** What Parlance has learned about a model at its address. Contains no key. */
export const modelTraitsSchema = z.object({
  toolForm: z.enum(toolForms).catch('tools'),
  /** Ids of changes to its requests (`adaptations.ts`). */
  adaptations: z.array(z.string()).catch([]),
  /** The most tokens that an answer may have; null if the server never said so. */
  maxOutputTokens: z.number().nullable().catch(null),
  /** The tokens of a prompt and its answer; null if unknown. */
  contextTokens: z.number().nullable().catch(null),
})
export type ModelTraits = z.infer<typeof modelTraitsSchema>

export const initialTraits: ModelTraits = {
  toolForm: 'tools',
  adaptations: [],
  maxOutputTokens: null,
  contextTokens: null,
}

/** A model at its address. */
export interface ModelPlace {
  provider: string
  model: string
  baseUrl: string | null
}

/** Where traits outlive the process. */
export interface TraitStore {
  read(key: string): Promise<ModelTraits | null>
  write(key: string, traits: ModelTraits): Promise<void>
}

/** The traits of one model, shared by everyone who calls it. */
export class KnownTraits {
  /** The model called a tool by its protocol in this process, so a slip doesn't mean that it cannot. */
  hasUsedTools = false
  /** The model finished a text without marks of thinking in this process, so its next text can be shown as it arrives. */
  hasPlainText = false
  #current: ModelTraits
  readonly #save: (traits: ModelTraits) => void

  constructor(traits: ModelTraits = initialTraits, save: (traits: ModelTraits) => void = () => undefined) {
    this.#current = traits
    this.#save = save
  }

  get current(): ModelTraits {
    return this.#current
  }

  /** Remembers something for the next call. */
  learn(change: Partial<ModelTraits>): void {
    this.#current = { ...this.#current, ...change }
    this.#save(this.#current)
  }

  /** Takes over what another process has stored. */
  refresh(traits: ModelTraits): void {
    this.#current = traits
  }
}

const mostRemembered = 200

/** The traits of all models in use, backed by a store. */
export class TraitMemory {
  readonly #store: TraitStore | null
  readonly #known = new Map<string, KnownTraits>()
  #saving: Promise<void> = Promise.resolve()

  constructor(store: TraitStore | null) {
    this.#store = store
  }

  /** @returns the same object for the same model and address */
  async of(place: ModelPlace): Promise<KnownTraits> {
    const key = traitKey(place)
    await this.#saving
    const stored = await this.#store?.read(key)
    const known = this.#known.get(key) ?? this.#add(key)
    if (stored) known.refresh(stored)
    return known
  }

  #add(key: string): KnownTraits {
    const oldest = this.#known.keys().next()
    if (this.#known.size >= mostRemembered && !oldest.done) this.#known.delete(oldest.value)
    const known = new KnownTraits(initialTraits, (traits) => {
      // Without the store, only other processes and the next start have to learn it again.
      this.#saving = this.#saving.then(() => this.#store?.write(key, traits)).catch(() => undefined)
    })
    this.#known.set(key, known)
    return known
  }
}

/** Identifies a model at its address. A hash, because an address may contain a password. */
export function traitKey({ provider, model, baseUrl }: ModelPlace): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, model, baseUrl]))
    .digest('hex')
    .slice(0, 32)
}
