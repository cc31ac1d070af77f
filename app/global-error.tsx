'use client'
import './globals.css'

/** The frame itself broke: no catalogue and no component of ours can be relied on here. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body className="bg-bg p-6">
        <h1 className="text-18 font-semibold">The panel could not be drawn</h1>
        <p className="mt-1 mb-4 text-fg-2">
          {error.digest ? `The log of the panel has the cause under ${error.digest}. ` : ''}Your data is untouched.
        </p>
        <button
          type="button"
          onClick={reset}
          className="h-(--ctl-h) rounded-md border border-line-strong px-2.5 font-medium"
        >
          Try again
        </button>
      </body>
    </html>
  )
}
