import type { ModelChoice, ModelHandle } from './vendor.ts'

/**
 * Models in use, by their choice. An SDK's model brings a hundred objects that describe its answers, and a thousand
 * open chats mostly use the same one. Nothing here outlives its last user, especially not a key.
 */
export class HandlesInUse {
  #handles: WeakRef<ModelHandle>[] = []
  readonly #choices = new WeakMap<ModelHandle, ModelChoice>()

  /** The handle of exactly this choice, including key and address; null if no one uses one. */
  find(choice: ModelChoice): ModelHandle | null {
    for (const reference of this.#handles) {
      const handle = reference.deref()
      const known = handle && this.#choices.get(handle)
      if (handle && known && isSame(known, choice)) return handle
    }
    return null
  }

  /** @returns the shared handle: this one, unless another with the same choice came first */
  share(choice: ModelChoice, handle: ModelHandle): ModelHandle {
    const known = this.find(choice)
    if (known) return known
    this.#handles = this.#handles.filter((reference) => reference.deref() !== undefined)
    this.#handles.push(new WeakRef(handle))
    this.#choices.set(handle, { ...choice })
    return handle
  }
}

function isSame(one: ModelChoice, other: ModelChoice): boolean {
  return (
    one.provider === other.provider &&
    one.model === other.model &&
    one.apiKey === other.apiKey &&
    one.baseUrl === other.baseUrl
  )
}
