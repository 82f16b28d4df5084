import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import { Field } from './field.tsx'
import { hintClass } from './label.tsx'

/** A password field that can show its text and warns about Caps Lock. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <Field
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        type={isShown ? 'text' : 'password'}
        onKeyDown={handleKey}
        onKeyUp={handleKey}
        trailing={
          <button
            type="button"
            className="absolute inset-y-1 end-1 rounded-badge px-2 text-dense text-muted hover:bg-hover hover:text-ink aria-pressed:text-accent-text max-md:inset-y-0 max-md:min-w-11"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <span aria-hidden>{t('Show')}</span>
            <span className="sr-only">{t('Show {field}', { field: props.label })}</span>
          </button>
        }
      />
      <output className={cn(hintClass, 'block empty:m-0')}>{isCapsLock && t('Caps Lock is on.')}</output>
    </div>
  )
}
