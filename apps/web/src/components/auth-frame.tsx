import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { brandClass, Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The calm page around sign-in and registration. */
export function AuthFrame({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <header className="flex h-16 items-center justify-between px-6 max-md:px-4">
        <a className={brandClass} href="/" aria-label="Parlance">
          <Logo />
        </a>
        <ThemeSwitch />
      </header>
      <main className="mx-auto mt-[6vh] mb-12 w-[min(420px,100%-32px)] rounded-dialog border border-line bg-raised p-8 max-md:mt-4 max-md:px-5 max-md:py-6 [&_[data-part=note]]:mt-5 [&_[data-part=note]]:wrap-anywhere">
        <h1 className="text-(length:--text-page)/7 font-semibold tracking-[-0.015em]">{title}</h1>
        {intro !== '' && <p className="mt-1 wrap-anywhere text-muted">{intro}</p>}
        {children}
      </main>
    </div>
  )
}

/** The fields of the page, with one wide button at the end. */
export function AuthForm({ className, ...rest }: ComponentProps<'form'>) {
  return (
    <form className={cn('mt-6 grid gap-4 [&>button]:mt-1 [&>button]:h-10 [&>button]:w-full', className)} {...rest} />
  )
}

/** A link to another way of signing in, below the form. */
export function AuthAlternative({ children }: { children: ReactNode }) {
  return (
    <p className="mt-5 text-center text-dense text-muted [&_a]:underline [&_a]:underline-offset-3 [&+&]:mt-2">
      {children}
    </p>
  )
}
