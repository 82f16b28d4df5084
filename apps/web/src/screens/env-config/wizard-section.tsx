import { Collapsible } from '@base-ui/react/collapsible'
import { Check, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './wizard-section.module.css'

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
    <Collapsible.Root className={styles.section} open={isOpen} onOpenChange={setOpen}>
      <h2>
        <Collapsible.Trigger ref={trigger} className={styles.trigger}>
          <span className={cn(styles.number, done && styles.numberDone)}>
            {done ? <Icon of={Check} small /> : number}
          </span>
          <span className="min-w-0 flex-1">
            <span className={styles.name}>{title}</span>
            <span className={styles.summary}>{summary}</span>
          </span>
          <Icon of={ChevronRight} className={styles.twist} />
        </Collapsible.Trigger>
      </h2>
      <Collapsible.Panel className={styles.body} keepMounted>
        {children}
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}
