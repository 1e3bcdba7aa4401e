"""``python -m pagetide`` is the command ``pagetide``."""

from pagetide.cli import main

main()
