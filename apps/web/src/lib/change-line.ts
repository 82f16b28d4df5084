const channelName = 'parlance:changes'

/** What one tab has changed at the server and others may still show as it was. */
export const changeKinds = ['areas', 'databases', 'sessions'] as const
export type ChangeKind = (typeof changeKinds)[number]

const places: { kind: ChangeKind; path: RegExp }[] = [
  { kind: 'areas', path: /^\/api\/v1\/business-areas\/(?!(?:recommend|check|suggest-joins)$|[^/]+\/preview$)/ },
  { kind: 'areas', path: /^\/api\/v1\/(?:area-approvals\/|database-management\/[^/]+\/protection$)/ },
  // Which connection is selected is each tab's own: its open conversation has one.
  { kind: 'databases', path: /^\/api\/v1\/database-management\/configurations(?!\/set-active)/ },
  { kind: 'sessions', path: /^\/(?:apps\/[^/]+\/users\/[^/]+|api\/v1)\/sessions/ },
]

let shared: BroadcastChannel | null | undefined

/** Tells the other tabs of this browser that a call has changed something; nothing where it has not. */
export function tellChange(method: string, path: string): void {
  const kind = method === 'GET' ? undefined : places.find((place) => place.path.test(path))?.kind
  if (kind !== undefined) openChannel()?.postMessage(kind)
}

/** Hears what other tabs have changed. Returns the function that ends listening. */
export function onChangeElsewhere(take: (kind: ChangeKind) => void): () => void {
  const channel = openChannel()
  const hear = ({ data }: MessageEvent<unknown>) => {
    const kind = changeKinds.find((known) => known === data)
    if (kind !== undefined) take(kind)
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

/** One for the page: a channel does not hear what it says itself. */
function openChannel(): BroadcastChannel | null {
  shared ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null
  return shared
}
