import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { allActions, type ActionDefinition } from './definitions.ts'
import { createKeyReader } from './key-reader.ts'
import { createRegistry, type Perform, type ReadGroups, type Registry } from './registry.ts'
import { isAppleKeyboard } from './shortcut.ts'

const RegistryContext = createContext<Registry | null>(null)

/** Holds what each action does on the page that is open, and the only key listener of the product. */
export function ActionsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createRegistry(), [])
  useEffect(() => {
    const read = createKeyReader(registry.available, isAppleKeyboard())
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      const action = read(event)
      if (action === null || !isReachable(action)) return
      event.preventDefault()
      registry.available().get(action.id)?.()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [registry])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Says what an action does while this component is shown; with `enabled` false the action is not there. */
export function useAction(definition: ActionDefinition, perform: Perform, enabled = true): void {
  const registry = useRegistry()
  const latest = useRef(perform)
  useEffect(() => {
    latest.current = perform
  })
  useEffect(
    () => (enabled ? registry.register(definition, () => latest.current()) : undefined),
    [registry, definition, enabled],
  )
}

/** Adds groups to the command palette while this component is shown; they are read each time that it is drawn. */
export function usePaletteGroups(read: ReadGroups): void {
  const registry = useRegistry()
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => registry.offer(() => latest.current()), [registry])
}

/** The actions that the open page has, by id. */
export function useAvailableActions(): ReadonlyMap<string, Perform> {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.available)
}

/** Reads what the parts of the open page add to the command palette. */
export function useOfferedGroups(): Registry['groups'] {
  return useRegistry().groups
}

/** The keys of an action where it is the one that they lead to; null where it has none, or another gets them first. */
export function keysOf(definition: ActionDefinition, available: ReadonlyMap<string, unknown>): string | null {
  const { shortcut } = definition
  if (shortcut === null) return null
  const first = allActions.find((other) => other.shortcut === shortcut && available.has(other.id))
  return first === undefined || first.id === definition.id ? shortcut : null
}

/** While something floats above the page, the page is not there; what floats may close by the keys that opened it. */
function isReachable(action: ActionDefinition): boolean {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].every(
    (overlay) => overlay.getAttribute('data-toggled-by') === action.id,
  )
}

function useRegistry(): Registry {
  const registry = use(RegistryContext)
  if (registry === null) throw new Error('Actions need an ActionsProvider above them')
  return registry
}
