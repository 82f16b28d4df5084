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
    <Collapsible.Root className="sect" open={isOpen} onOpenChange={setOpen}>
      <h2 className="sect-h">
        <Collapsible.Trigger ref={trigger} className="sect-t">
          <span className={cn('stepn', done && 'ok')}>{done ? <Icon of={Check} small /> : number}</span>
          <span className="grow">
            <span className="sect-n">{title}</span>
            <span className="sect-s">{summary}</span>
          </span>
          <Icon of={ChevronRight} className="tw" />
        </Collapsible.Trigger>
      </h2>
      <Collapsible.Panel className="in" keepMounted>
        {children}
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}
