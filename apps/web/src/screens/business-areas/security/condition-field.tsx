import type { AreaProblem, Message } from '@parlance/contract'
import { lazy, Suspense, useId, useState, type FocusEvent } from 'react'
import { FieldProblems } from './field-problems.tsx'
import { InsertParameters } from './insert-parameters.tsx'
import { useMayAddAttributes } from './rule-sources.ts'
import { SuggestField, type FieldSize } from './suggest-field.tsx'
import type { SuggestElement } from './use-suggestions.ts'

interface ConditionFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  words: readonly string[]
  loadWords?: (() => Promise<string[]>) | undefined
  placeholder?: string
  /** Parameters that one click inserts. */
  parameters?: readonly string[]
  problems: readonly AreaProblem[]
  gap?: Message | null
  size?: FieldSize
}

const none: readonly string[] = []

const NewAttributeDialog = lazy(async () => ({
  default: (await import('../attributes/new-attribute.tsx')).NewAttributeDialog,
}))

/** A condition or mask in SQL, with its problems below. */
export function ConditionField({ problems, parameters = none, gap = null, ...field }: ConditionFieldProps) {
  const id = useId()
  const { isActive, ...focusHandlers } = useActive()
  const [element, setElement] = useState<SuggestElement | null>(null)
  const [added, setAdded] = useState<{ typed: string; take: (name: string) => void } | null>(null)
  const mayAdd = useMayAddAttributes() && parameters.length > 0
  const hasNotes = problems.length > 0 || gap !== null
  const show = (position: number) => {
    element?.focus()
    element?.setSelectionRange(position, Math.min(position + 1, field.value.length))
  }
  return (
    <div // On narrow screens, it has a separate line.
      className="min-w-0 flex-[2_1_160px] max-md:col-span-full max-md:row-start-2 max-md:basis-full"
      {...focusHandlers}
    >
      <SuggestField
        {...field}
        kind="sql"
        onField={setElement}
        onNew={mayAdd ? (typed, take) => setAdded({ typed, take }) : undefined}
        isBad={gap !== null || problems.some(({ severity }) => severity === 'error')}
        describedBy={hasNotes ? `${id}-notes` : undefined}
      />
      {isActive && parameters.length > 0 && (
        <InsertParameters parameters={parameters} field={element} onChange={field.onChange} />
      )}
      {added !== null && (
        <Suspense>
          <NewAttributeDialog typed={added.typed} onAdded={added.take} onClose={() => setAdded(null)} />
        </Suspense>
      )}
      <FieldProblems id={`${id}-notes`} problems={problems} gap={gap} onShow={show} />
    </div>
  )
}

/**
 * Whether the focus is inside. A press outside ends that only once it is released: if the layout moved before, the click
 * would miss its target.
 */
function useActive() {
  const [isActive, setActive] = useState(false)
  return {
    isActive,
    onFocus: () => setActive(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.contains(relatedTarget)) return
      const isPressed = document.querySelector(':active') !== null
      if (!isPressed) {
        setActive(false)
        return
      }
      const release = new AbortController()
      const settle = () => {
        release.abort()
        requestAnimationFrame(() => setActive(currentTarget.contains(document.activeElement)))
      }
      for (const end of ['pointerup', 'pointercancel'] as const)
        document.addEventListener(end, settle, { signal: release.signal })
    },
  }
}
