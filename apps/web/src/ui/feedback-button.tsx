import { Check, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const resetAfter = 2000

interface FeedbackButtonProps {
  icon: LucideIcon
  label: string
  doneLabel: string
  failedLabel: string
  /** Resolves to whether it worked; an exception means failure. */
  work: () => Promise<boolean>
  title?: string
  disabled?: boolean
  /** Icon only: the label is read aloud, and a check mark shows that it worked. */
  square?: boolean
}

/** A button whose label shows for two seconds how its work ended. */
export function FeedbackButton({
  icon,
  label,
  doneLabel,
  failedLabel,
  work,
  title,
  disabled,
  square = false,
}: FeedbackButtonProps) {
  const [shown, setShown] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleClick = async () => {
    clearTimeout(timer.current)
    setShown('busy')
    const worked = await work().catch(() => false)
    setShown(worked ? 'done' : 'failed')
    timer.current = setTimeout(() => setShown('idle'), resetAfter)
  }
  const text = { idle: label, busy: label, done: doneLabel, failed: failedLabel }[shown]
  return (
    <Button
      kind="quiet"
      size="small"
      onClick={handleClick}
      square={square}
      title={square ? text : title}
      disabled={disabled === true || shown === 'busy'}
    >
      <Icon of={square && shown === 'done' ? Check : icon} />
      <span className={square ? 'sr-only' : '@max-[600px]/results:sr-only'} aria-live="polite">
        {text}
      </span>
    </Button>
  )
}
