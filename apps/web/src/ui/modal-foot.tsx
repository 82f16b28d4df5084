import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

/** The buttons at the end of a dialog. They stay at its lower edge while the content scrolls. */
export function ModalFoot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        'sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 rounded-b-dialog border-t border-line bg-raised px-5 py-3',
        className,
      )}
    >
      {children}
    </div>
  )
}
