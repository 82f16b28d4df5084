import { Collapsible } from '@base-ui/react/collapsible'
import { Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../ui/icon.tsx'

interface WizardSectionProps {
  number: number
  title: string
  summary: string
  done: boolean
  children: ReactNode
}

/** One collapsible part of the wizard. */
export function WizardSection({ number, title, summary, done, children }: WizardSectionProps) {
  return (
    <Collapsible.Root className="sect" defaultOpen>
      <h2 className="sect-h">
        <Collapsible.Trigger className="sect-t">
          <span className={cn('stepn', done && 'ok')}>{done ? <Icon of={Check} small /> : number}</span>
          <span className="grow">
            <span className="sect-n">{title}</span>
            <span className="sect-s">{summary}</span>
          </span>
          <Icon of={ChevronRight} className="tw" />
        </Collapsible.Trigger>
      </h2>
      <Collapsible.Panel className="in">{children}</Collapsible.Panel>
    </Collapsible.Root>
  )
}
