"""What versions look like and say, in numbers, before anything is learned of their page.

- Pictures: ``images`` reads them; ``gist``, over ``fast_gist`` and ``gabor``, describes them on a grid; ``regions`` is
  the distance of each cell. What only moved: ``frame``, ``alignment``, ``displacement``, ``lossy_rows``, ``motion``,
  ``moved_blocks``; what is there again: ``recurring``, ``picture_match``. ``segmentation`` and ``block_gist`` describe
  blocks by themselves, for ``change.block_reading``.
- Blocks: ``block_input`` checks them, ``blocks`` says what they are for, ``section_names`` and ``standing_lines`` by
  which names they are known, ``structure`` how far apart two sets of links are, ``text_diff`` what came and went.
- Sections as histograms: ``text_regions`` (words and numbers, by ``text_keys``), compared by ``page_text``. What it
  leaves out or sets apart: entries of lists (``list_entries`` and all that end in ``_entries`` or ``_lists``,
  ``entry_forms``), sentences (``passing_sentences``, ``returning_sentences``, ``brief_sentences``), numbers
  (``restless_numbers``), what grows older (``ageing``), rows of tables (``table_rows``), pictures
  (``picture_sections``).
- Sentence by sentence, for what other pages taught: ``said``, ``section_habits``, ``sentence_changes``.
- ``noise_sections``: what is noise in words is no change in the picture; ``remembered``: memory within bounds.
"""
