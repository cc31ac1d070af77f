import { STARTED_BEFORE, UNKNOWN_RUN } from '../linux/guest-programs.ts'

// Constant programs in PowerShell 5, as every Windows since Server 2016 has it. `$name`, `$offset` and `$most` stand before them.

const QUIET = `$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'`
const FOLDER = `${QUIET}
$dir = Join-Path $env:SystemRoot "Temp\\$name"`

/** Makes a folder that only SYSTEM and administrators read, and answers its path. */
export const MAKE = `${FOLDER}
if (Test-Path "$dir\\started") { exit ${STARTED_BEFORE} }
New-Item -ItemType Directory -Force $dir | Out-Null
icacls.exe $dir /inheritance:r /grant:r '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
if ($LASTEXITCODE) { [Console]::Error.Write("icacls failed: $LASTEXITCODE"); exit 1 }
[Console]::Out.Write($dir)`

/**
 * Lies in the folder of the run. Sets the environment, and starts the script as a program of its own, whose output and errors go into
 * one file; the exit code is written last.
 */
export const RUN = `${QUIET}
$dir = $PSScriptRoot
try { New-Item -ItemType Directory "$dir\\started" | Out-Null } catch { exit 0 }
foreach ($one in (Get-Content -Raw -Encoding UTF8 "$dir\\values.json" | ConvertFrom-Json)) {
  [Environment]::SetEnvironmentVariable($one.name, $one.value, 'Process')
}
Remove-Item "$dir\\values.json"
$line = '/d /c "chcp 65001 > nul & powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File script.ps1 > output 2>&1 < nul"'
$run = Start-Process cmd.exe -ArgumentList $line -WorkingDirectory $dir -WindowStyle Hidden -PassThru
$handle = $run.Handle
Set-Content "$dir\\pid" $run.Id
$run.WaitForExit()
Set-Content "$dir\\exit.new" $run.ExitCode
Move-Item "$dir\\exit.new" "$dir\\exit"`

/** The state is looked at before the output: an exit code says that nothing more will come. */
export const READ = `${FOLDER}
if (-not (Test-Path "$dir\\started")) { exit ${UNKNOWN_RUN} }
$state = 'running'
if (-not (Test-Path "$dir\\exit") -and (Test-Path "$dir\\pid") -and -not (Get-Process -Id (Get-Content "$dir\\pid") -ErrorAction SilentlyContinue)) {
  Start-Sleep 1
  $state = 'lost'
}
if (Test-Path "$dir\\exit") { $state = "ended $(Get-Content "$dir\\exit")" }
$out = [Console]::OpenStandardOutput()
$head = [Text.Encoding]::ASCII.GetBytes("$state\`n")
$out.Write($head, 0, $head.Length)
if (Test-Path "$dir\\output") {
  $file = [IO.File]::Open("$dir\\output", 'Open', 'Read', 'ReadWrite')
  [void]$file.Seek($offset, 'Begin')
  $piece = New-Object byte[] $most
  $out.Write($piece, 0, $file.Read($piece, 0, $most))
  $file.Close()
}
$out.Flush()`

export const END = `${FOLDER}
if (-not (Test-Path $dir)) { exit 0 }
if ((Test-Path "$dir\\pid") -and -not (Test-Path "$dir\\exit")) {
  try { taskkill.exe /T /F /PID (Get-Content "$dir\\pid") 2>&1 | Out-Null } catch { }
  Start-Sleep 1
}
Remove-Item -Recurse -Force $dir
exit 0`
