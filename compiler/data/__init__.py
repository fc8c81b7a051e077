"""The data readers: YAML with places, tables, unit charts, boards, manifests and styles.

Input: the text of a file. Output: plain data of the runtime, or diagnostics that point into the text. No reader raises
for what a file holds, and each stops after a bounded amount of work.
"""
