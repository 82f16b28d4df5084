import { Collapsible } from '@base-ui/react/collapsible'
import { Check, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'

interface WizardSectionProps {
  number: number
  title: string
  summary: string
  done: boolean
  /** Each new number opens the section and moves the focus to it. */
  reveal?: number
  children: ReactNode
}

/** One collapsible part of the wizard. */
export function WizardSection({ number, title, summary, done, reveal = 0, children }: WizardSectionProps) {
  const [isOpen, setOpen] = useState(true)
  const [revealed, setRevealed] = useState(reveal)
  const trigger = useRef<HTMLButtonElement>(null)
  if (revealed !== reveal) {
    setRevealed(reveal)
    setOpen(true)
  }
  useEffect(() => {
    if (reveal > 0) trigger.current?.focus()
  }, [reveal])
  return (
    <Collapsible.Root className="border-t border-line last-of-type:border-b" open={isOpen} onOpenChange={setOpen}>
      <h2>
        <Collapsible.Trigger ref={trigger} className="group/trigger flex w-full items-center gap-3 py-4.5 text-start">
          <span
            className={cn(
              'grid size-6 flex-none place-items-center rounded-full text-[12px] font-semibold',
              done ? 'bg-(--success-soft) text-success' : 'text-muted shadow-[inset_0_0_0_1px_var(--line-strong)]',
            )}
          >
            {done ? <Icon of={Check} small /> : number}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block text-base/6 font-semibold group-hover/trigger:text-accent-text">{title}</span>
            <span className="block text-dense font-normal text-muted">{summary}</span>
          </span>
          <Icon
            of={ChevronRight}
            className="text-faint transition-transform duration-(--fast) ease-(--ease) group-data-panel-open/trigger:rotate-90 rtl:-scale-x-100"
          />
        </Collapsible.Trigger>
      </h2>
      <Collapsible.Panel className="ps-9 pb-6 max-[901px]:ps-0 *:data-[part=note]:mt-3" keepMounted>
        {children}
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

/** A line between parts of a section, with words that introduce the next one. */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 mb-2 flex items-center gap-3 text-[12px] text-faint after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  )
}
